/** Everything that happened to an order group, from its log, the audit log and the wallets. */
import { sql } from 'kysely';
import { type OrderEvent, orderHistory } from '#contract/orders/orderReadCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { type Ctx, handle } from '../calls/handler.ts';
import { person } from '../resources/rows.ts';
import { readGroup } from './groupTags.ts';

/** An order of 2,000 lines has as many entries. The newest ones are what a person reads. */
const MOST = 500;

/** The fields of the audit log that a reader of the order may see. */
const FIELDS: readonly string[] = [
  'tag',
  'payment_method',
  'payment_cash',
  'payment_transfer',
  'cash',
  'transfer',
  'payment_outcome',
  'discount',
  'returns',
  'comment',
  'amount',
  'adjustment',
  'delivery_fee',
  'sales_officer_id',
  'quantity',
  'quantity_accepted',
  'rate',
  'total',
];

interface Entry {
  _id: string;
  created: number;
  user_id: string | null;
  user_name: string | null;
  token_name: string | null;
  model: OrderEvent['part'];
  action: string;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
  name: string;
  case_count: number | null;
}

interface Step {
  _id: string;
  tag: string;
  old_tag: string;
  user_id: string | null;
  user_name: string | null;
  created: number;
  note: string;
}

export const groupHistoryHandler = handle(orderHistory, async ({ order_group_id: id }, ctx): Promise<OrderEvent[]> => {
  await readGroup(ctx, id);
  const [entries, steps, charges] = [await entriesOf(ctx, id), await stepsOf(ctx, id), await chargesOf(ctx, id)];
  const officers = await officersIn(ctx, entries);
  const isOfStep = ({ model, action }: Entry) => model === 'order_group' && action === 'tag';
  // A step has its audit entry in the same second, with the payment that came with it. Steps of an earlier time may have none.
  const ofSteps = new Map(entries.filter(isOfStep).map((one) => [`${one.created} ${String(one.after?.tag)}`, one]));
  const events = [
    ...steps.map((step): OrderEvent => {
      const entry = ofSteps.get(`${step.created} ${step.tag}`);
      return {
        _id: step._id,
        created: step.created,
        user: person(step.user_id, step.user_name),
        token_name: entry?.token_name ?? null,
        part: 'order_group',
        action: 'tag',
        name: '',
        case_count: null,
        changes: [
          { field: 'tag', from: step.old_tag, to: step.tag },
          ...changesOf(entry, officers).filter(({ field }) => field !== 'tag'),
        ],
        note: step.note,
        charged: null,
      };
    }),
    ...entries
      // A part follows the tag of its group, and a cart's first line completes its part. Neither is an act of its own.
      .filter((one) => !isOfStep(one) && !(one.model === 'order' && one.action === 'tag' && follows(one, steps)))
      .map(
        (one): OrderEvent => ({
          _id: one._id,
          created: one.created,
          user: person(one.user_id, one.user_name),
          token_name: one.token_name,
          part: one.model,
          action: one.action,
          name: one.name,
          case_count: one.case_count,
          changes: changesOf(one, officers),
          note: '',
          charged: null,
        }),
      ),
  ];
  return charged(
    events.sort((a, b) => b.created - a.created || (a._id < b._id ? 1 : -1)),
    charges,
  ).slice(0, MOST);
});

/** The events with what each charged. Of several events in one second the step charged, else the last one. */
function charged(events: readonly OrderEvent[], charges: ReadonlyMap<number, string>): OrderEvent[] {
  const left = new Map(charges);
  const take = (event: OrderEvent): OrderEvent => {
    const sum = left.get(event.created);
    const isOthers = event.action !== 'tag' && events.some((one) => isStep(one) && one.created === event.created);
    if (sum === undefined || isOthers) return event;
    left.delete(event.created);
    return { ...event, charged: sum };
  };
  return events.map(take);
}

const isStep = ({ part, action }: OrderEvent) => part === 'order_group' && action === 'tag';

const follows = ({ created, before, after }: Entry, steps: readonly Step[]): boolean =>
  steps.some((step) => step.created === created) || (before?.tag === 'draft' && after?.tag === 'completed');

async function entriesOf(ctx: Ctx, id: string): Promise<Entry[]> {
  const { rows } =
    await sql<Entry>`select a._id, a.created, a.user_id, a.user_name, a.token_name, a.model, a.action, a.before, a.after,
      coalesce(p.name, maker.name, '') as name, p.case_count
    from audit_log a
    left join order_item i on a.model = 'order_item' and i._id = a.record_id
    left join product p on p._id = i.product_id
    left join "order" o on a.model = 'order' and o._id = a.record_id
    left join manufacturer maker on maker._id = o.manufacturer_id
    where (a.model = 'order_group' and a.record_id = ${id})
      or (a.model = 'order' and a.record_id in (select _id from "order" where order_group_id = ${id}))
      or (a.model = 'order_item' and a.record_id in (select _id from order_item where order_group_id = ${id}))
    order by a.created desc, a._id desc limit ${MOST}`.execute(ctx.db);
  return rows;
}

async function stepsOf(ctx: Ctx, id: string): Promise<Step[]> {
  const { rows } = await sql<Step>`select _id, tag, old_tag, user_id, user_name, created, note from order_group_log
    where order_group_id = ${id} order by created desc, _id desc limit ${MOST}`.execute(ctx.db);
  return rows;
}

/** What the retailer's wallet was charged for the order, as naira text by the second. */
async function chargesOf(ctx: Ctx, id: string): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ created: number; kobo: number }>`select g.created, sum(g.effect_kobo)::int8 as kobo
    from ledger_log g join ledger l on l._id = g.ledger_id
    where g.ref_type = 'order_group' and g.ref_id = ${id} and l.head = 'buyer' and g.tag = 'order'
    group by g.created having sum(g.effect_kobo) <> 0`.execute(ctx.db);
  return new Map(rows.map(({ created, kobo }) => [created, formatMoney(kobo)]));
}

/** The names of the delivery associates in the entries, by id. */
async function officersIn(ctx: Ctx, entries: readonly Entry[]): Promise<ReadonlyMap<string, string>> {
  const ids = entries.flatMap(({ before, after }) => [before?.sales_officer_id, after?.sales_officer_id]);
  const known = [...new Set(ids.filter((one) => typeof one === 'string'))];
  if (known.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('sales_officer').select(['_id', 'name']).where('_id', 'in', known).execute();
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}

function changesOf(entry: Entry | undefined, officers: ReadonlyMap<string, string>): OrderEvent['changes'] {
  const [before, after] = [entry?.before ?? {}, entry?.after ?? {}];
  const textOf = (field: string, value: unknown): string | null => {
    if (value === undefined || value === null || value === '') return null;
    return field === 'sales_officer_id' ? (officers.get(String(value)) ?? String(value)) : String(value);
  };
  return FIELDS.filter((field) => field in before || field in after)
    .map((field) => ({ field, from: textOf(field, before[field]), to: textOf(field, after[field]) }))
    .filter(({ from, to }) => from !== to);
}
