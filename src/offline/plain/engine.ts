/**
 * The queue at a server that knows only the documents and does not recognise repeats (section 16 of docs/queue.md). The store, the order of sending and the history are those of the other
 * engine; what differs is that an op which was sent and got no answer is looked up before anything else is done with it.
 */
import type { Witness } from '../drain/net.ts';
import type { Op, OpType } from '../outbox/op.ts';
import { blockers } from '../outbox/queueRules.ts';
import { TransferLocked } from '../outbox/transferLocked.ts';
import type { CancelResult, PlainEngine, PlainNet, Ports } from '../store/ports.ts';
import { aroundOf, isWaitOver } from './doubt.ts';
import { lookUp } from './lookUp.ts';
import { plainPass } from './pass.ts';
import { makePlainNet } from './plainNet.ts';
import { whyNot } from './words.ts';

/** The engine over the browser's fetch. */
export const plainEngineOver = (witness: Witness): PlainEngine => plainEngine(makePlainNet(witness));

export function plainEngine(net: PlainNet): PlainEngine {
  return {
    pass: (ports, owner, options) => plainPass(ports, net, owner, options),
    isInDoubt: ({ store }, userId) =>
      store.read(async (tx) => {
        const mine = (await tx.ops()).filter((op) => op.user_id === userId);
        const waits = blockers(mine);
        // One that needs a person is looked up when the person tries it again.
        const isOpen = ({ state }: Op) => state !== 'attention' && state !== 'conflict';
        return mine.some((op) => op.tried && op.attempts > 0 && isOpen(op) && !waits.get(op.seq));
      }),
    close: (ports, key) => close(ports, net, key),
    async refuse({ server }, type: OpType) {
      const words = whyNot(type);
      if (words && (await server?.facts())?.replay === false) throw new TransferLocked(words);
    },
  };
}

/** A person lets an op go. One that got no answer goes once the reads say that nothing of it is there, and nothing of it can still be under way. */
async function close(ports: Ports, net: PlainNet, key: string): Promise<CancelResult> {
  const [op, around] = await ports.store.read(async (tx) => {
    const one = (await tx.ops()).find((each) => each.key === key);
    return [one, one && (await aroundOf(tx, one))] as const;
  });
  // Of what was let go together with something else nothing can be taken back on such a server.
  if (!op || op.attempts === 0) return { word: 'closed' };
  if (!around) return { word: 'closed' };
  const found = await lookUp(net, op, around, true);
  switch (found.word) {
    case 'stands':
      return { word: 'taken', message: '', data: found.data };
    case 'absent':
    case 'other':
      return (await ports.store.read((tx) => isWaitOver(tx, op, ports.clock.now())))
        ? { word: 'closed' }
        : { word: 'later' };
    default:
      return { word: 'later' };
  }
}
