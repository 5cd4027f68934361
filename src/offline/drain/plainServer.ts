/** Stores whether the server recognises repeated requests. Once a tablet has met a server without that, it never assumes more of the same address (rule 83). */
import { capabilities } from '#client/server/capabilities.ts';
import { apiUrl } from '#client/server/where.ts';
import type { PlainEngine, Ports, QueueServer, Tx } from '../store/ports.ts';

const met = (address: string) => `met_replay ${address}`;
/** Set once this tablet has sent an op without a key. */
export const SENT_WITHOUT_KEY = 'sent_plain';

/** The capabilities that the server at the configured address has shown to this tablet. */
export const serverFacts = async (): Promise<QueueServer> => ({
  address: apiUrl(''),
  replay: capabilities()?.replay ?? null,
});

/** Notes that the server at `address` recognises repeats. */
export const noteReplay = (tx: Tx, address: string): Promise<void> => tx.setMeta(met(address), true);

/**
 * Returns the engine for a server that does not recognise repeats, or whose capabilities are unknown. null: the normal engine with keys is used. `userId`: the
 * person whose ops are sent.
 */
export async function plainEngine(ports: Ports, userId: string): Promise<PlainEngine | null> {
  const { server, store } = ports;
  if (!server) return null;
  const { address, replay } = await server.facts();
  const [isMet, wasPlain] = await store.read(
    async (tx) => [await tx.meta(met(address)), await tx.meta(SENT_WITHOUT_KEY)] as const,
  );
  if (replay && !isMet) await store.change((tx) => noteReplay(tx, address));
  if ((isMet || replay) && !wasPlain) return null;
  const engine = await server.engine();
  return (isMet || replay) && !(await engine.isInDoubt(ports, userId)) ? null : engine;
}
