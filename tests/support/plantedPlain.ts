/** Bugs that the queue could have at a server with only the documents' calls. Each is planted alone, and the checker must find it. */
import type { Op } from '#offline/outbox/op.ts';
import type { PlainNet, PlainReply, Store } from '#offline/store/ports.ts';
import type { PlainMutant } from './plainSimulation.ts';
import { wrapTx } from './simulation.ts';

const onPut = (change: (op: Op) => Op) => (store: Store) =>
  wrapTx(store, (tx) => ({ put: (op) => tx.put(change(op)) }));
const onAnswer =
  (change: (reply: PlainReply, path: string) => PlainReply, onRead = false) =>
  (net: PlainNet): PlainNet => ({
    ...net,
    send: async (user, path, fields) => change(await net.send(user, path, fields), path),
    read: async (user, path, query) =>
      onRead ? change(await net.read(user, path, query), path) : net.read(user, path, query),
  });
const yes = (data: unknown): PlainReply => ({
  verified: true,
  code: 200,
  message: 'OK',
  data,
  epoch: null,
  retryAfter: null,
});

export const PLANTED_PLAIN: readonly PlainMutant[] = [
  {
    name: 'what got no answer is sent again without a look',
    store: onPut((op) => (op.state === 'queued' ? { ...op, attempts: 0 } : op)),
  },
  {
    name: "a captive portal's page counts as a yes",
    net: onAnswer((reply) => (reply.verified ? reply : yes(1))),
  },
  {
    name: "a captive portal's page counts as an empty list",
    net: onAnswer((reply, path) => (!reply.verified && path.includes('read_') ? yes([]) : reply), true),
  },
  {
    name: 'nobody waits for a request that may still be under way',
    store: onPut((op) => (op.tried ? { ...op, tried: { ...op.tried, at: 0, heard: 0 } } : op)),
  },
  {
    name: 'an order that another press made is taken for this one',
    store: (store) => wrapTx(store, () => ({ pastSince: async () => [] })),
  },
  {
    name: 'an order that was there before the first try is taken for this one',
    store: onPut((op) => (op.tried ? { ...op, tried: { ...op.tried, first: 0 } } : op)),
  },
  {
    name: 'a refusal inside of status 200 counts as done',
    net: onAnswer((reply) => (reply.verified && reply.code === 403 ? yes({ errors: [] }) : reply)),
  },
  {
    name: 'a fault of the server counts as no effect',
    net: onAnswer((reply) => (reply.verified && reply.code === 500 ? { ...reply, code: 429 } : reply)),
  },
  {
    name: 'a confirmation is sent whatever the lines are by now',
    store: (store) =>
      wrapTx(store, (tx) => ({
        ops: async () =>
          (await tx.ops()).map((op) =>
            op.type === 'execute'
              ? ({ ...op, payload: { ...(op as Op<'execute'>).payload, confirmed: undefined } } as Op)
              : op,
          ),
      })),
  },
  {
    name: 'an op is marked as sending after its answer alone',
    store: (store) => wrapTx(store, (tx) => ({ put: async (op) => (op.state === 'sending' ? undefined : tx.put(op)) })),
  },
];
