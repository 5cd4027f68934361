/** An entry of the audit log in words for people (B12.2): labels of fields, money and times as elsewhere, names of records. */

import { models } from '#contract/index.ts';
import type { AuditRow } from '#contract/session/syncCalls.ts';
import { ADJUST_LABEL } from '#contract/stock/stockCalls.ts';
import { showNaira, typedKobo } from '#domain/money.ts';
import { namesIn } from '#domain/namesIn.ts';
import { showNumber } from '#domain/number.ts';
import { roleName } from '#domain/permissions.ts';
import { shownPhone } from '#domain/phone.ts';
import { plural } from '#domain/plural.ts';
import { META_LABEL, metaText } from '#domain/sellerMeta.ts';
import { PARTY_LABEL, REASON_LABEL, WAREHOUSE_TYPE_LABEL } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { momentText } from '#ui/when.ts';

export interface HistoryLine {
  _id: string;
  at: number;
  who: string;
  /** "changed", "created", "completed" ... It follows the name. */
  did: string;
  /** The part that was changed, if it is not the record itself: "Milk 12x1L". */
  about: string;
  /** `from` is null for a new record, `to` is null for a removed one. */
  changes: { field: string; from: string | null; to: string | null }[];
  /** How often it was done in a row; see {@link inARow}. */
  times: number;
}

/** These fields are never shown, whatever the log holds. */
const SECRET = /hash|salt|password|token|bvn|secret/i;
const NOTHING = 'nothing';

const DID: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  set_status: 'changed',
  delete: 'removed',
  restore: 'restored',
  execute: 'completed',
  reverse: 'reversed',
  ask_reversal: 'asked to reverse',
  approve_reversal: 'approved the reversal',
  refuse_reversal: 'refused the reversal',
  send: 'sent',
  settle: 'settled',
  cancel: 'cancelled',
  add_lines: 'added lines',
  remove_lines: 'removed lines',
  adjust: 'counted',
  password: 'set a new password',
  open_virtual_account: 'opened a virtual account',
  credit: 'booked a credit',
  sign_up: 'signed up',
  starter_password: 'created a starter password',
  make_token: 'created an API token',
  revoke_token: 'revoked an API token',
};

/** The words for the creation of a record, for models where it is not "created". */
const MADE: Readonly<Record<string, string>> = {
  order_item: 'added',
  order_group: 'opened the cart',
  seller_product: 'added',
};

/** The words for a change of an order's tag: "marked the order delivered". A part is the order of one manufacturer. */
function tagged(model: string, from: unknown, to: unknown): string {
  const what = model === 'order' ? 'a part of the order' : 'the order';
  // A part is "completed" while its order is still a cart: it came with the first product of its manufacturer.
  if (model === 'order' && from === 'draft' && to === 'completed') return 'added the first product of a manufacturer';
  const wasGone = from === 'cancelled' || from === 'deleted';
  if (to === 'cancelled' || to === 'deleted') return `${to} ${what}`;
  if (wasGone) return `restored ${what}`;
  if (to === 'completed') return `completed ${what}`;
  return from === 'draft' && to === 'pending' ? `placed ${what}` : `marked ${what} ${String(to)}`;
}

/** The words for a change of an order's payment; undefined for any other change. */
function paid(model: string, before: Values, after: Values): string | undefined {
  if (model !== 'order_group') return undefined;
  const sumOf = (values: Values) =>
    typedKobo(String(values.payment_cash ?? '')) + typedKobo(String(values.payment_transfer ?? ''));
  const more = sumOf(after) - sumOf(before);
  return more === 0 ? undefined : more > 0 ? 'recorded a payment' : 'took back a payment';
}

/** The fields of what a hub sells that the names of the product and the hub stand for already. */
const NAMED_BY_HUB = new Set(['seller_id', 'product_id', 'seller']);
const HUB_LABELS: Readonly<Record<string, string>> = { quantity: 'Limit', meta: META_LABEL };

type Values = Readonly<Record<string, unknown>>;

/** `names`: names by id, from the record that the log belongs to. `packs`: how many units a case of a product has, by its name. */
export function historyLines(
  row: AuditRow,
  names: ReadonlyMap<string, string>,
  packs: ReadonlyMap<string, number> = new Map(),
): HistoryLine {
  const before = row.before ?? {};
  const after = row.after ?? {};
  const all = new Map([...names, ...namesIn(before), ...namesIn(after)]);
  const isTag = row.action === 'tag' && (row.model === 'order_group' || row.model === 'order');
  const isHub = row.model === 'seller_product';
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    // The sentence contains the tag.
    (name) => !SECRET.test(name) && !(isTag && name === 'tag') && !(isHub && NAMED_BY_HUB.has(name)),
  );
  const part = row.model === 'purchase_order_item' || row.model === 'order_item' || row.action === 'adjust';
  // A line's label is "PO-...: product". In the history of its order the product is enough.
  // What a hub sells has the label "product at hub". In the history of the product the hub is enough.
  const about = isHub
    ? (row.record_label ?? '').replace(/^\S+ at /, '')
    : part
      ? (row.record_label ?? '').replace(/^[A-Z0-9-]+: /, '')
      : '';
  const side = (of: Readonly<Record<string, unknown>>, name: string) => {
    const value = of[name];
    if (isHub && name === 'quantity' && typeof value === 'number')
      return value < 0 ? 'No limit' : plural(value, '# unit', '# units');
    if (isHub && name === 'meta' && typeof value === 'string') return metaText(value) || NOTHING;
    if (part && typeof value === 'number' && name.startsWith('quantity')) return goodsText(value, packs.get(about));
    return name in of ? show(row.model, name, value, all) : null;
  };
  const changes = fields
    .map((name) => ({
      field: (isHub && HUB_LABELS[name]) || fieldLabel(row.model, name),
      from: side(before, name),
      to: side(after, name),
    }))
    // Empty fields of a new or removed record are left out.
    .filter(({ from, to }) => from !== to && (from ?? NOTHING) !== (to ?? NOTHING));
  return {
    _id: row._id,
    at: row.created,
    who: `${row.user_name ?? 'The system'}${row.token_name ? ` (API token “${row.token_name}”)` : ''}`,
    did: isTag
      ? tagged(row.model, before.tag, after.tag)
      : (paid(row.model, before, after) ??
        (row.action === 'create' ? MADE[row.model] : undefined) ??
        DID[row.action] ??
        row.action.replaceAll('_', ' ')),
    about,
    changes,
    times: 1,
  };
}

/** "4 cases"; units if the size of the case is unknown. */
const goodsText = (units: number, caseCount: number | undefined) =>
  caseCount === undefined ? plural(units, '# unit', '# units') : casesText(units, caseCount);

/** The same action of one person several times in a row becomes one line with the number of times. */
export function inARow(lines: readonly HistoryLine[]): HistoryLine[] {
  const saying = ({ who, did, about, changes }: HistoryLine) => JSON.stringify([who, did, about, changes]);
  const merged: HistoryLine[] = [];
  for (const line of lines) {
    const last = merged.at(-1);
    if (last && saying(last) === saying(line)) merged[merged.length - 1] = { ...last, times: last.times + line.times };
    else merged.push(line);
  }
  return merged;
}

const LABELS: Readonly<Record<string, string>> = {
  quantity: 'Quantity',
  quantity_accepted: 'Quantity accepted',
  amount: 'Amount',
  reason: 'Reason',
  note: 'Note',
  tag: 'Tag',
  moved_units: 'Units moved',
  source: 'Source',
  destination: 'Destination',
  timestamp: 'Date',
  parent: 'Owner',
  rate: 'Price per case',
  buyer_id: 'Retailer',
  reversed_by: 'Reversed by',
};

/** Amounts whose names are no fields of a model. */
const MONEY = new Set(['amount', 'rate', 'adjustment', 'payment_cash', 'payment_transfer']);

function fieldLabel(model: string, name: string): string {
  if (LABELS[name]) return LABELS[name];
  const label = models.find((one) => one.name === model)?.fields[name]?.label;
  if (label && label !== name) return label;
  const words = name.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function show(model: string, name: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'object') {
    if ('name' in value && typeof value.name === 'string') return value.name;
    return Array.isArray(value) ? value.map((one) => show(model, name, one, names)).join(', ') : JSON.stringify(value);
  }
  const { kind } = models.find((one) => one.name === model)?.fields[name] ?? {};
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (kind === 'money' || MONEY.has(name)) return showNaira(text) || text;
  if (kind === 'time' && typeof value === 'number') return momentText(value);
  if (typeof value === 'number') return showNumber(value);
  return names.get(text) ?? word(model, name, text);
}

function word(model: string, name: string, text: string): string {
  const words: Readonly<Record<string, string>> =
    name === 'parent_type'
      ? WAREHOUSE_TYPE_LABEL
      : name.endsWith('_type')
        ? PARTY_LABEL
        : name === 'reason'
          ? { ...REASON_LABEL, ...(model === 'warehouse' ? ADJUST_LABEL : {}) }
          : name === 'status'
            ? { active: 'Active', inactive: 'Inactive' }
            : name === 'tag'
              ? { purchase_order: 'Purchase order', receipt: 'Receipt' }
              : {};
  if (name === 'role') return roleName(text);
  if (name === 'phone') return shownPhone(text);
  return words[text] ?? (text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
