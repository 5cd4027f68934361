/** Bugs that the queue of reversals could have. Each is planted alone, and the simulation must find it. */
import type { Op } from '#offline/outbox/op.ts';
import type { Reply } from '#offline/store/ports.ts';
import { type Mutant, wrapTx } from './simulation.ts';
import { isReversal } from './simulationReversals.ts';

const isReverse = ({ path }: { path: string }) => path === 'purchase_order/reverse';
const neverTried = <T extends Op | undefined>(op: T): T =>
  op && isReversal(op) ? { ...op, attempts: 0, copied: false } : op;

/** Changes the server's answer if the reversal waits for approval. */
const ofWaiting = (reply: Reply): Reply =>
  reply.verified && reply.code === 200 && (reply.data as { status?: string } | null)?.status === 'asked'
    ? { ...reply, code: 409, message: 'It waits for approval.', data: { error: 'bad_transition' } }
    : reply;

const PLANTED: readonly Mutant[] = [
  {
    name: 'reversal: each try has a new key and a new client id',
    net: (net) => {
      const tries = new Map<string, number>();
      return {
        send(request) {
          if (!isReverse(request)) return net.send(request);
          const tried = tries.get(request.key) ?? 0;
          tries.set(request.key, tried + 1);
          if (tried === 0) return net.send(request);
          const client_id = `again-${tried}-${request.key}`;
          return net.send({ ...request, key: client_id, fields: { ...request.fields, client_id } });
        },
      };
    },
  },
  {
    name: 'reversal: it does not wait for the lane of its receipt',
    store: (store) =>
      wrapTx(store, (tx) => ({
        ops: async () =>
          (await tx.ops()).sort((a, b) => Number(isReversal(b)) - Number(isReversal(a)) || a.seq - b.seq),
      })),
  },
  {
    name: 'reversal: one of a receipt that began here stands under the id of the server',
    screenStore: (store) =>
      wrapTx(store, (tx) => ({
        add: (op) =>
          tx.add(op.type === 'reverse' ? { ...op, transfer: (op as Op<'reverse'>).payload.about.receipt_id } : op),
      })),
  },
  {
    name: 'reversal: one that waits for an approval counts as refused',
    net: (net) => ({
      send: async (request) => (isReverse(request) ? ofWaiting(await net.send(request)) : net.send(request)),
    }),
  },
  {
    name: 'reversal: one that was sent is discarded without asking the server',
    screenStore: (store) => wrapTx(store, (tx) => ({ op: async (seq) => neverTried(await tx.op(seq)) })),
  },
  {
    name: 'reversal: a second one of the same receipt waits on the same tablet',
    screenStore: (store) =>
      wrapTx(store, (tx) => ({ ops: async () => (await tx.ops()).filter((op) => !isReversal(op)) })),
  },
  {
    name: 'reversal: a refused one counts as sent',
    net: (net) => ({
      async send(request) {
        const reply = await net.send(request);
        return isReverse(request) && reply.verified && reply.code === 409 ? { ...reply, code: 200 } : reply;
      },
    }),
  },
  {
    name: 'reversal: a receipt is reversed as often as somebody asks',
    server: 'a receipt is reversed as often as somebody asks',
  },
];

export const PLANTED_REVERSALS: readonly Mutant[] = PLANTED.map((mutant) => ({ ...mutant, reversals: true }));
