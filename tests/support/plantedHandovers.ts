/** Bugs that the queue of handovers could have. Each is planted alone, and the simulation must find it. */
import type { Op } from '#offline/outbox/op.ts';
import { type Mutant, wrapTx } from './simulation.ts';
import { isHalf } from './simulationHandovers.ts';

const isTaking = ({ path }: { path: string }) => path === 'handover/take';
const neverTried = <T extends Op | undefined>(op: T): T =>
  op && isHalf(op) ? { ...op, attempts: 0, copied: false } : op;

const PLANTED: readonly Mutant[] = [
  {
    name: "handover: each try of the taker's half has a new key and a new answer",
    net: (net) => {
      const tries = new Map<string, number>();
      return {
        send(request) {
          if (!isTaking(request)) return net.send(request);
          const tried = tries.get(request.key) ?? 0;
          tries.set(request.key, tried + 1);
          if (tried === 0) return net.send(request);
          const answer = String(request.fields.answer).replace('{', `{"again":${tried},`);
          return net.send({ ...request, key: `again-${tried}-${request.key}`, fields: { ...request.fields, answer } });
        },
      };
    },
  },
  {
    name: 'handover: a half that was sent is discarded without asking the server',
    screenStore: (store) => wrapTx(store, (tx) => ({ op: async (seq) => neverTried(await tx.op(seq)) })),
  },
  {
    name: 'handover: the same goods are taken twice on one tablet',
    screenStore: (store) => wrapTx(store, (tx) => ({ ops: async () => (await tx.ops()).filter((op) => !isHalf(op)) })),
  },
  {
    name: "handover: the giver's half is lost where the answer is silence",
    store: (store) =>
      wrapTx(store, (tx) => ({
        put: async (op) =>
          op.type === 'give' && op.attempts > 0 && op.state === 'queued' ? tx.remove(op.seq) : tx.put(op),
      })),
  },
  { name: 'handover: the second half moves the goods again', server: 'the second half moves the goods again' },
  { name: "handover: the giver's changes do not join", server: "the giver's changes do not join" },
];

export const PLANTED_HANDOVERS: readonly Mutant[] = PLANTED.map((mutant) => ({ ...mutant, handovers: true }));
