/** Reads `where.json`. Not in the first load: only a first sign-in waits for it. */
import { OURS, readWhere, type Where } from '#contract/where.ts';
import { CallError } from '../callError.ts';
import { keepServer } from './keepServer.ts';
import { serverRecord, setServerRecord } from './where.ts';

/**
 * Reads the address of the server. The first answer applies at once; a later one that differs is stored for the next start, because the session and the reads
 * of this page belong to the server from which they came. Rejects with CallError if the file is invalid.
 */
export async function findServer(): Promise<void> {
  const where = await fileOf();
  if (!where) return;
  const before = serverRecord();
  if (JSON.stringify(before?.where) === JSON.stringify(where)) return;
  const next = { where, shown: { ...before?.shown } };
  if (!before?.where) setServerRecord(next);
  await keepServer(next);
}

/** null: no answer came, so nothing is known. A site without the file uses our server. */
async function fileOf(): Promise<Where | null> {
  let text: string;
  try {
    const answer = await fetch('/where.json', {
      cache: 'no-cache',
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    });
    if (answer.status === 404) return OURS;
    if (!answer.ok) return null;
    text = await answer.text();
  } catch {
    return null;
  }
  // A captive portal, or a host that answers every address with the app's page.
  if (text.trimStart().startsWith('<')) return null;
  try {
    return readWhere(JSON.parse(text));
  } catch (error) {
    const fault = error instanceof RangeError ? error.message : 'It is not JSON.';
    throw new CallError(400, `The file where.json of this site is not valid. ${fault}`, null);
  }
}
