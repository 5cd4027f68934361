/** The errors in the server's refusal of a change, as texts with figures. */
import { withThousands } from '#domain/number.ts';
import { shortageText } from '#domain/stockLimit.ts';
import { kindOf, type TransferKind } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { goodsOf } from '#offline/outbox/goods.ts';
import { type Op, refusalOfOp } from '#offline/outbox/op.ts';

/**
 * The words for the confirmed units, the available units, and the difference. Returned goods are in the hands of a person, and goods that go back
 * were never asked for, so these kinds have other words.
 */
const SHORT_WORDS: Record<TransferKind, readonly [string, string, string]> = {
  shipment_in: ['asked', 'there', 'too many'],
  shipment_out: ['to go back', 'there', 'too many'],
  stock_in: ['returned', 'held', 'more than that'],
  stock_out: ['asked', 'there', 'too many'],
  transfer: ['asked', 'there', 'too many'],
};

/** The same words for a reversal, which takes back all goods of the receipt or none. */
const REVERSAL_WORDS = ['to go back', 'left', 'gone'] as const;

/** One error in the server's response to a confirmation (docs/api.md, execute). */
interface RefusedLine {
  code?: string;
  message?: string;
  product_id?: string;
  product?: string;
  /** Both figures are units. */
  requested?: number;
  available?: number;
}

/** The errors of a refused confirmation in the server's answer. */
export const errorsOf = (op: Op): RefusedLine[] => {
  const errors = (refusalOfOp(op)?.data as { errors?: unknown } | null)?.errors;
  return Array.isArray(errors) ? errors : [];
};

/** A reason as text: `title` says what is wrong, `note` names the product. */
export interface ShortReason {
  title: string;
  note: string | null;
}

/** Whether the server gave reasons beside its message. */
export const hasReasons = (op: Op): boolean => errorsOf(op).length > 0;

/** Whether the server refused because no goods would move. Confirming the same lines again cannot help. */
export const isOfNothing = (op: Op): boolean => errorsOf(op).some(({ code }) => code === 'empty');

/** The reasons of a refusal with their figures. A refusal without reasons gives "The server refused this change." */
export function reasonsOf(op: Op): ShortReason[] {
  const errors = errorsOf(op).map((error) => shortReason(op, error) ?? { title: error.message ?? '', note: null });
  if (errors.length > 0) return errors;
  return [{ title: op.last_error?.message || 'The server refused this change.', note: null }];
}

function shortReason(
  op: Op,
  { code, product, product_id, requested = 0, available = 0 }: RefusedLine,
): ShortReason | null {
  const goods = goodsOf(op);
  const line = goods?.lines.find((one) => one.product_id === product_id);
  if (code !== 'short_stock' || !line || requested <= available) return null;
  const whole = [requested, available].every((units) => units % line.case_count === 0);
  const text = (units: number) =>
    whole ? withThousands(String(units / line.case_count)) : casesText(units, line.case_count);
  const header = goods?.header;
  const kind = header ? kindOf(header.source_type, header.destination_type) : 'transfer';
  const [wanted, there, more] = op.type === 'reverse' ? REVERSAL_WORDS : SHORT_WORDS[kind];
  return {
    title: `${text(requested)} ${wanted}, ${text(available)} ${there}`,
    note: `${product ?? line.name}, ${casesText(requested - available, line.case_count)} ${more}`,
  };
}

/** The product of the line that the refusal is about. Undefined: the refusal is not about one line. */
export const lineOfRefusal = (op: Op): string | undefined =>
  op.type === 'upsert'
    ? (op as Op<'upsert'>).payload.product_id
    : errorsOf(op).find((one) => one.product_id)?.product_id;

/** The products whose stock was too small when the server refused the change. */
export const shortProducts = (op: Op): string[] =>
  errorsOf(op).flatMap(({ code, product_id }) => (code === 'short_stock' && product_id ? [product_id] : []));

/** The refusal of one line: "43 cases there, 17 too many", and the server's own words (TRF-14). Null: the refusal does not name the line. */
export function markOfLine(
  op: Op,
  { product_id, case_count }: { product_id: string; case_count: number },
): { words: string; spoken: string } | null {
  const error = errorsOf(op).find((one) => one.product_id === product_id);
  if (!error) return null;
  const { code, message, requested = 0, available = 0 } = error;
  const short = { there: available, tooMany: requested - available };
  const words = code === 'short_stock' && short.tooMany > 0 ? shortageText(short, case_count) : (message ?? '');
  return { words, spoken: message ?? words };
}
