/** Claims for the generic reads: list, search and one record (decision 0471). */
import { sql } from 'kysely';
import { claim } from '#contract/purchasing/claim.ts';
import { formatMoney } from '#domain/money.ts';
import { Refusal } from '../../calls/refusal.ts';
import { resource } from '../../resources/resource.ts';

const personIn = (column: string) =>
  sql`case when ${sql.ref(column)} is null then null else json_build_object('_id', ${sql.ref(column)},
    'name', coalesce((select name from user_account where _id = ${sql.ref(column)}), ${sql.ref(column)})) end`;

function epoch(sent: string | undefined): number {
  if (!/^\d{1,12}$/.test(sent ?? '')) throw new Refusal('bad_request', 'A timestamp must be a number.');
  return Number(sent);
}

const money = (value: unknown) => (typeof value === 'number' ? formatMoney(value) : null);

export const claimResource = resource(claim, {
  columns: {
    distributor: sql`json_build_object('_id', m.distributor_id, 'name', m.distributor_name)`,
    amount: sql`m.amount_kobo`,
    sent_by: personIn('m.sent_by'),
    closed_by: personIn('m.closed_by'),
    settled_amount: sql`m.settled_kobo`,
    settled_order: sql`(select json_build_object('_id', o._id, 'ref', o.ref) from purchase_order o where o._id = m.settled_order_id)`,
  },
  sort: {
    ref: sql`m.ref collate "C"`,
    amount: sql`m.amount_kobo`,
    distributor: sql`searchable(m.distributor_name) collate "C"`,
    sent_at: sql`coalesce(m.sent_at, 0)`,
  },
  sums: { amount: { kobo: sql`m.amount_kobo` }, settled_amount: { kobo: sql`coalesce(m.settled_kobo, 0)` } },
  filter: {
    from_timestamp: ([from]) => sql`m.created >= ${epoch(from)}`,
    to_timestamp: ([to]) => sql`m.created < ${epoch(to)}`,
  },
  labelOf: (row) => String(row.ref),
  shape: (row) => ({ ...row, amount: money(row.amount), settled_amount: money(row.settled_amount) }),
});
