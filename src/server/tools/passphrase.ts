/** The passphrase of a backup: from the environment, else typed at a terminal. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const LEAST = 12;
const NAME = 'KASUWA_BACKUP_PASSPHRASE';

const atTerminal = () => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks without echoing what is typed. */
async function typed(question: string): Promise<string> {
  process.stderr.write(question);
  const dark = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: dark, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/** The passphrase for a new backup. '' means unsealed. Throws an Error with a message for people. */
export async function newPassphrase(): Promise<string> {
  let chosen = process.env[NAME] ?? '';
  if (chosen === '' && atTerminal()) {
    chosen = await typed('Passphrase of the backup (empty: none): ');
    if (chosen !== '' && (await typed('Once more: ')) !== chosen) throw new Error('The two passphrases differ.');
  }
  if (chosen !== '' && chosen.length < LEAST) throw new Error(`A passphrase has at least ${LEAST} characters.`);
  return chosen;
}

/** The passphrase of a sealed backup. '' when none is known. */
export async function knownPassphrase(): Promise<string> {
  const given = process.env[NAME] ?? '';
  return given === '' && atTerminal() ? typed('Passphrase of the backup: ') : given;
}
