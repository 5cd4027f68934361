/** Bugs that the queue of stocktakes could have. Each is planted alone, and the simulation must find it. */
import type { Op } from '#offline/outbox/op.ts';
import { type Mutant, wrapTx } from './simulation.ts';

/** Sorts openings first, then finished parts, then counts. Transfers keep their order. */
const turnOf = ({ type }: Op): number => (type === 'finish' ? 1 : type === 'count' ? 2 : 0);
const isCount = (op: Op): op is Op<'count'> => op.type === 'count';

const PLANTED: readonly Mutant[] = [
  {
    name: 'stocktake: a count that was taken back is sent all the same',
    takesBack: 'unsent',
    screenStore: (store) =>
      wrapTx(store, (tx) => ({
        remove: async (seq) => {
          if ((await tx.op(seq))?.type !== 'count') await tx.remove(seq);
        },
      })),
  },
  {
    name: 'stocktake: a count that was sent or tried counts as taken back',
    takesBack: 'tried',
  },
  {
    name: 'stocktake: a count is sent as the difference from the figure before',
    net: (net) => {
      const sent = new Map<string, number>();
      return {
        send(request) {
          const { quantity, product_id, place, round, counted_at } = request.fields as Record<string, number[]>;
          if (request.path !== 'stocktake/count' || !quantity) return net.send(request);
          const less = quantity.map((units, row) => {
            const figure = `${request.user_id} ${product_id?.[row]} ${place?.[row]} ${round?.[row]}`;
            const before = sent.get(figure) ?? 0;
            sent.set(figure, units);
            return sent.has(`${counted_at?.[row]}`) ? units : Math.max(0, units - before);
          });
          return net.send({ ...request, fields: { ...request.fields, quantity: less } });
        },
      };
    },
  },
  {
    name: 'stocktake: an older figure overtakes a newer one of the same place',
    store: (store) =>
      wrapTx(store, (tx) => ({
        ops: async () => {
          const ops = await tx.ops();
          return ops.sort((a, b) => (isCount(a) && isCount(b) && a.chain === b.chain ? b.seq - a.seq : 0));
        },
      })),
  },
  {
    name: 'stocktake: the lanes of the two ids of a stocktake stay apart',
    store: (store) =>
      wrapTx(store, (tx) => ({ known: async (ref) => (ref.startsWith('lane:') ? undefined : tx.known(ref)) })),
    screenStore: (store) =>
      wrapTx(store, (tx) => ({ known: async (ref) => (ref.startsWith('lane:') ? undefined : tx.known(ref)) })),
  },
  {
    name: 'stocktake: a part is finished before its counts',
    store: (store) =>
      wrapTx(store, (tx) => ({
        ops: async () => (await tx.ops()).sort((a, b) => turnOf(a) - turnOf(b) || a.seq - b.seq),
      })),
  },
  {
    name: 'stocktake: a count is lost where the opening joined an earlier one',
    store: (store) =>
      wrapTx(store, (tx) => ({
        keepPast: async (past) => {
          await tx.keepPast(past);
          const { data } = (past.answer ?? {}) as { data?: { joined?: boolean } };
          if (past.op.type !== 'open' || !data?.joined) return;
          for (const op of await tx.opsOf(past.op.transfer)) if (isCount(op)) await tx.remove(op.seq);
        },
      })),
  },
  {
    name: 'stocktake: a count that is sent again has a new key',
    net: (net) => {
      const tries = new Map<string, number>();
      return {
        async send(request) {
          if (request.path !== 'stocktake/count') return net.send(request);
          const was = new Map<string, string>();
          const keys = (request.fields.op_key as string[]).map((key) => {
            const tried = tries.get(key) ?? 0;
            tries.set(key, tried + 1);
            const sent = tried > 0 ? `again-${tried}-${key}` : key;
            was.set(sent, key);
            return sent;
          });
          const reply = await net.send({ ...request, fields: { ...request.fields, op_key: keys } });
          const { results } = (reply.verified ? (reply.data as { results?: { op_key: string }[] } | null) : null) ?? {};
          for (const row of results ?? []) row.op_key = was.get(row.op_key) ?? row.op_key;
          return reply;
        },
      };
    },
  },
  {
    name: "stocktake: another person's count is sent in my name",
    net: (net) => net,
    store: (store) => {
      let me = '';
      return wrapTx(store, (tx) => ({
        ops: async () => (await tx.ops()).map((op) => (isCount(op) && me !== '' ? { ...op, user_id: me } : op)),
        put: async (op) => {
          // The person whose pass it is. The other changes of this person are sent in the same pass.
          if (!isCount(op) && op.state === 'sending') me = op.user_id;
          await tx.put(op);
        },
      }));
    },
  },
  {
    name: 'stocktake: a newer figure replaces one that is under way',
    screenStore: (store) =>
      wrapTx(store, (tx) => ({
        opsOfChains: async (chains) =>
          (await tx.opsOfChains(chains)).map((op) =>
            isCount(op) ? { ...op, attempts: 0, state: 'queued' as const } : op,
          ),
      })),
  },
  {
    name: 'stocktake: a figure after "Finish my part" replaces the one before it',
    screenStore: (store) =>
      wrapTx(store, (tx) => ({
        opsOfChains: async (chains) => (await tx.opsOfChains(chains)).filter((op) => op.type !== 'finish'),
      })),
  },
  {
    name: 'stocktake: after a restore the id of the database that is gone is kept',
    store: (store) =>
      wrapTx(store, (tx) => ({
        rememberId: async (known) => {
          const isKept = known.ref.startsWith('local-') && known.id.startsWith('stocktake-');
          if (!isKept || !(await tx.known(known.ref))) await tx.rememberId(known);
        },
      })),
  },
  {
    name: 'stocktake: an opening that is given up leaves its counts',
    screenStore: (store) =>
      wrapTx(store, (tx) => ({
        opsOf: async (transfer) => (await tx.opsOf(transfer)).filter((op) => op.type !== 'count'),
      })),
  },
  {
    name: 'stocktake: a refused count counts as sent',
    net: (net) => ({
      async send(request) {
        const reply = await net.send(request);
        const { results } = (reply.verified ? (reply.data as { results?: { code: number }[] } | null) : null) ?? {};
        if (request.path === 'stocktake/count') for (const row of results ?? []) if (row.code === 409) row.code = 200;
        return reply;
      },
    }),
  },
  { name: 'stocktake: a closed stocktake still takes counts', server: 'a closed stocktake still takes counts' },
];

export const PLANTED_COUNTS: readonly Mutant[] = PLANTED.map((mutant) => ({ ...mutant, counts: true }));
