/**
 * The engine for a server that knows only the documents' calls and does not recognise repeats (section 16 of docs/queue.md). Store, order of sending and
 * history are the same as in the normal engine. The difference: an op that was sent and got no answer is looked up before anything else happens to it.
 */
import type { Witness } from '../drain/net.ts';
import type { Op, OpType } from '../outbox/op.ts';
import { blockers } from '../outbox/queueRules.ts';
import { TransferLocked } from '../outbox/transferLocked.ts';
import type { CancelResult, PlainEngine, PlainNet, Ports } from '../store/ports.ts';
import { isWaitOver, lookUpContextOf } from './doubt.ts';
import { lookUp } from './lookUp.ts';
import { plainPass } from './pass.ts';
import { makePlainNet } from './plainNet.ts';
import { whyNot } from './words.ts';

/** Creates the engine over the browser's fetch. */
export const plainEngineOver = (witness: Witness): PlainEngine => plainEngine(makePlainNet(witness));

/** The queue's engine for a server that knows only the documents (docs/queue.md, section 16). */
export function plainEngine(net: PlainNet): PlainEngine {
  return {
    pass: (ports, owner, options) => plainPass(ports, net, owner, options),
    isInDoubt: ({ store }, userId) =>
      store.read(async (tx) => {
        const mine = (await tx.ops()).filter((op) => op.user_id === userId);
        const waits = blockers(mine);
        // An op that needs a person is looked up when the person tries it again.
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

/**
 * Decides whether a person may discard an op. An op without an answer may be discarded once the reads show that it took no effect and it can no longer be under
 * way.
 */
async function close(ports: Ports, net: PlainNet, key: string): Promise<CancelResult> {
  const [op, around] = await ports.store.read(async (tx) => {
    const one = (await tx.ops()).find((each) => each.key === key);
    return [one, one && (await lookUpContextOf(tx, one))] as const;
  });
  // An op that was discarded together with another one cannot be cancelled on such a server.
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
