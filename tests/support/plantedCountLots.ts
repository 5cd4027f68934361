/** Bugs with lots that the queue of stocktakes could have. Each is planted alone, and the simulation must find it. */
import type { CountPayload, Op } from '#offline/outbox/op.ts';
import { type Mutant, wrapTx } from './simulation.ts';

const lotsOf = (op: Op | undefined): string | undefined =>
  op?.type === 'count' ? (op.payload as CountPayload).lots : undefined;

const PLANTED: readonly Mutant[] = [
  {
    name: 'count by lot: a newer figure gets its key and keeps the lots of the older one',
    screenStore: (store) =>
      wrapTx(store, (tx) => {
        // The newer figure replaces the older one as a separate op.
        let before: Op | undefined;
        return {
          remove: async (seq) => {
            before = await tx.op(seq);
            await tx.remove(seq);
          },
          add: (op) => {
            const isNewer = op.type === 'count' && before?.type === 'count' && before.chain === op.chain;
            const lots = isNewer ? (lotsOf(before as Op) ?? '') : undefined;
            return tx.add(lots === undefined ? op : { ...op, payload: { ...(op.payload as CountPayload), lots } });
          },
        };
      }),
  },
  {
    name: 'count by lot: rows of a batch lose their lots',
    net: (net) => ({
      send(request) {
        const { lots, ...fields } = request.fields;
        return net.send(request.path === 'stocktake/count' && lots !== undefined ? { ...request, fields } : request);
      },
    }),
  },
  {
    name: 'count by lot: a row without lots gets those of the row before it',
    net: (net) => ({
      send(request) {
        const { lots } = request.fields;
        if (request.path !== 'stocktake/count' || !Array.isArray(lots)) return net.send(request);
        let before = '';
        const filled = lots.map((one: string) => {
          before = one || before;
          return before;
        });
        return net.send({ ...request, fields: { ...request.fields, lots: filled } });
      },
    }),
  },
  {
    name: 'count by lot: a figure that is sent again goes without its lots',
    store: (store) =>
      wrapTx(store, (tx) => ({
        put: (op) =>
          tx.put(
            op.type === 'count' && op.attempts > 1 && op.sent_body
              ? { ...op, sent_body: { ...op.sent_body, lots: '' } }
              : op,
          ),
      })),
  },
  {
    name: 'count by lot: a count without lots keeps the lots of the one before',
    server: 'a count without lots keeps the lots of the one before',
  },
];

export const PLANTED_COUNT_LOTS: readonly Mutant[] = PLANTED.map((mutant) => ({ ...mutant, counts: true, lots: true }));
