/** Whether the server recognises repeats. A tablet that has met one that does never believes less of the same address (rule 71). */
import { capabilities } from '#client/server/capabilities.ts';
import { apiUrl } from '#client/server/where.ts';
import { blockers } from '../outbox/queueRules.ts';
import type { PlainEngine, Ports, ServerFacts, Tx } from '../store/ports.ts';

const MET = 'met_replay';
/** Set once this tablet has sent an op without a key. */
export const SENT_PLAIN = 'sent_plain';

/** What the server at the configured address has shown to this tablet. */
export const serverFacts = async (): Promise<ServerFacts> => ({
  address: apiUrl(''),
  replay: capabilities()?.replay ?? null,
});

/** Notes that the server at `address` recognises repeats. */
export async function noteReplay(tx: Tx, address: string): Promise<void> {
  const met = await tx.meta(MET);
  const known: unknown[] = Array.isArray(met) ? met : [];
  if (!known.includes(address)) await tx.setMeta(MET, [...known, address]);
}

/** Whether an op of this person was sent without a key, got no answer, and could be worked at now: the documents' reads must say what became of it before it gets a key. */
async function isAnyInDoubt(tx: Tx, userId: string): Promise<boolean> {
  if (!(await tx.meta(SENT_PLAIN))) return false;
  const mine = (await tx.ops()).filter((op) => op.user_id === userId);
  const waits = blockers(mine);
  return mine.some(
    (op) => op.tried && op.attempts > 0 && op.state !== 'attention' && op.state !== 'conflict' && !waits.get(op.seq),
  );
}

/**
 * The engine for a server that does not recognise repeats, or of which nothing is known yet. null: the server is asked with keys. `userId`: the person whose
 * ops are asked about.
 */
export async function plainEngine(ports: Pick<Ports, 'server' | 'store'>, userId: string): Promise<PlainEngine | null> {
  const { server, store } = ports;
  if (!server) return null;
  const { address, replay } = await server.facts();
  const [met, inDoubt] = await store.read(async (tx) => [await tx.meta(MET), await isAnyInDoubt(tx, userId)] as const);
  const isMet = Array.isArray(met) && met.includes(address);
  if (replay && !isMet) await store.change((tx) => noteReplay(tx, address));
  return (isMet || replay) && !inDoubt ? null : server.engine();
}
