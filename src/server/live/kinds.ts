/** Maps tables to kinds, and decides who may hear that something of a kind changed. */
import type { Kind } from '#contract/live.ts';
import { RECORDS, type RecordName } from '#domain/records.ts';
import { mayCall } from '../auth/mayCall.ts';
import type { Actor } from '../auth/session.ts';
import type { Handler } from '../calls/handler.ts';

/**
 * The kinds that a write to a table changes. Tables that no screen reads (keys, codes, attempt counts) are missing, and nobody is notified of them. Link tables
 * count for the records that they link. The table of a plain model is a kind of its own.
 */
export const KINDS_OF_TABLE: Readonly<Record<string, readonly Kind[]>> = {
  ...Object.fromEntries((Object.keys(RECORDS) as RecordName[]).map((name) => [name, [name]])),
  agent_referral: ['agent'],
  audit_log: ['audit_log'],
  bank_credit: ['bank'],
  bank_kept: ['bank'],
  category_product: ['category'],
  claim: ['claim'],
  claim_line: ['claim'],
  close_out: ['close_out'],
  cohort_buyer: ['cohort'],
  config: ['config'],
  cover_rule: ['seller'],
  device: ['device'],
  distributor_product: ['distributor'],
  distributor_seller: ['distributor'],
  handover: ['purchase_order'],
  ledger: ['ledger'],
  ledger_log: ['ledger'],
  location_area: ['area', 'location'],
  lot_move: ['warehouse_product'],
  lot_stock: ['warehouse_product'],
  notification: ['notification'],
  notification_recipient: ['notification'],
  order: ['order_group'],
  order_group: ['order_group'],
  order_group_log: ['order_group'],
  order_group_meta: ['order_group'],
  order_item: ['order_group'],
  order_meta: ['order_group'],
  product: ['product'],
  product_tag: ['product'],
  purchase_order: ['purchase_order'],
  purchase_order_item: ['purchase_order'],
  reversal: ['purchase_order'],
  route_plan: ['route_plan'],
  sales_officer_area: ['area', 'sales_officer'],
  seller_manager: ['seller'],
  seller_manufacturer: ['seller'],
  seller_product: ['seller_product'],
  seller_product_log: ['seller_product'],
  stocktake: ['stocktake'],
  stocktake_count: ['stocktake'],
  stocktake_line: ['stocktake'],
  stocktake_part: ['stocktake'],
  virtual_account: ['ledger'],
  warehouse_log: ['warehouse_product'],
  warehouse_product: ['warehouse_product'],
};

/** Tables that determine an actor's account and permissions. */
export const WHO_TABLES: ReadonlySet<string> = new Set([
  'manager',
  'passkey',
  'sales_officer',
  'seller_manager',
  'session',
  'user_account',
]);

/** Kinds whose readers cannot be derived from the paths of their own calls. */
const READ_ELSEWHERE: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  bank: ['bank_credit', 'bank_kept'],
  claim: ['discrepancy'],
  ledger: ['ledger_log'],
};

/** Returns the check of who may hear of a kind: everybody who may call a read of it. The result depends only on the actor's permissions and role. */
export function whoMayHear(
  answers: readonly Handler[],
): (kind: Kind, who: Pick<Actor, 'permissions' | 'role'>) => boolean {
  const gates = new Map<string, Handler['call']['allow'][]>();
  for (const { call } of answers) {
    if (call.write) continue;
    const [of = ''] = call.path.split('/', 1);
    gates.set(of, [...(gates.get(of) ?? []), call.allow]);
  }
  const known = new Map<string, boolean>();
  return (kind, who) => {
    // The permissions follow from the role.
    const name = `${who.role} ${kind}`;
    const answer =
      known.get(name) ??
      [kind, ...(READ_ELSEWHERE[kind] ?? [])].some((of) => gates.get(of)?.some((gate) => mayCall(gate, who)));
    known.set(name, answer);
    return answer;
  };
}
