/** Bugs with lots that the queue could have. Each is planted alone, and the simulation must find it. */
import type { Op, TransferLine } from '#offline/outbox/op.ts';
import { type Mutant, wrapTx } from './simulation.ts';

const lotsOf = (op: Op | undefined): string | undefined =>
  op?.type === 'upsert' ? (op.payload as TransferLine).lots : undefined;

const withLots = (op: Op, lots: string | undefined): Op => ({
  ...op,
  payload: { ...op.payload, lots } as TransferLine,
});

const PLANTED: readonly Mutant[] = [
  {
    name: 'lots: a newer edit of a line gets its key and keeps the lots of the older one',
    screenStore: (store) =>
      wrapTx(store, (tx) => ({
        put: async (op) => {
          const before = await tx.op(op.seq);
          await tx.put(op.type === 'upsert' && before && before.key !== op.key ? withLots(op, lotsOf(before)) : op);
        },
      })),
  },
  {
    name: 'lots: mine is kept on top of theirs, and loses its lots',
    screenStore: (store) =>
      wrapTx(store, (tx) => {
        const gone = new Set<number>();
        return {
          remove: async (seq) => {
            gone.add(seq);
            await tx.remove(seq);
          },
          put: (op) => tx.put(op.type === 'upsert' && gone.has(op.seq) ? withLots(op, '') : op),
        };
      }),
  },
  {
    name: 'lots: rows of a batch lose their lots',
    net: (net) => ({
      send(request) {
        const { lots, ...fields } = request.fields;
        return net.send(lots !== undefined && Array.isArray(fields.op_key) ? { ...request, fields } : request);
      },
    }),
  },
  {
    name: 'lots: a confirmation says nothing of lots, and a colleague names others before it is sent',
    server: 'the confirmation says nothing of lots',
  },
  {
    name: 'lots: who takes the lots away sends an empty field, which leaves them',
    net: (net) => ({
      send(request) {
        const { lots } = request.fields;
        if (!Array.isArray(lots)) return net.send(request);
        return net.send({
          ...request,
          fields: { ...request.fields, lots: lots.map((one) => (one === '[]' ? '' : one)) },
        });
      },
    }),
  },
];

export const PLANTED_LOTS: readonly Mutant[] = PLANTED.map((mutant) => ({ ...mutant, lots: true }));
