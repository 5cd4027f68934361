/** The list of a model with the typed words in its search, for all that fit them. */
import type { Address } from '#crud/paths.ts';
import { OPEN } from '#domain/orderFilters.ts';
import { listOf, RECORDS, type RecordName } from '#domain/records.ts';
import { menuFor } from '../menu.ts';

/** The lists of models that are no plain records. */
const OTHERS: Readonly<Record<string, Address>> = {
  claim: '/claims',
  order_group: '/order-groups',
  product: '/products',
  purchase_order: '/purchase-orders',
};

const isRecord = (model: string): model is RecordName => Object.hasOwn(RECORDS, model);

/** The filters that show all rows, for lists that open with some of their rows. */
const EVERY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  buyer: { status: 'all' },
  manager: { status: 'all' },
  order_group: { from: OPEN, to: OPEN },
  sales_officer: { status: 'all', role: 'all' },
};

/** Null: the person has no such list. `what`: "products". */
export function listWith(
  model: string,
  words: string,
  permissions: readonly string[],
): { what: string; to: Address; search: Record<string, string> } | null {
  const to = isRecord(model) ? listOf(model) : OTHERS[model];
  const link = menuFor(permissions)
    .flatMap(({ links }) => links)
    .find((one) => one.to === to);
  if (!to || !link) return null;
  return { what: link.title.replace(/^All /, '').toLowerCase(), to, search: { ...EVERY[model], search: words } };
}
