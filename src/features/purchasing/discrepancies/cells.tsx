/** The cells of a discrepancy and of a claim in a row. */
import type { Discrepancy } from '#contract/purchasing/discrepancyCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { Link } from '#crud/Link.tsx';
import { OVERVIEW } from '#crud/paths.ts';
import { useCan } from '#crud/query/useSession.ts';
import { CLAIM_LABEL, type ClaimStatus, DISCREPANCY_LABEL, type DiscrepancyKind } from '#domain/discrepancy.ts';
import { PARTY_LABEL, REASON_LABEL } from '#domain/transfer.ts';
import { classes } from '#ui/classes.ts';
import { Badge, type Tone } from '#ui/feedback/Badge.tsx';

const KIND_TONE: Record<DiscrepancyKind, Tone> = { short: 'bad', over: 'accent', damaged: 'wait' };
const CLAIM_TONE: Record<ClaimStatus, Tone> = { open: 'wait', sent: 'accent', settled: 'good', cancelled: 'neutral' };
/** The usual reason of each kind. The kind alone says as much. */
const USUAL: Readonly<Record<DiscrepancyKind, string>> = { short: 'short', over: 'excess', damaged: 'damaged' };

/** The reason, if the reason says more than the kind ("Expired"). Otherwise ''. */
export const shownReason = ({ kind, reason }: Pick<Discrepancy, 'kind' | 'reason'>): string =>
  reason === USUAL[kind] ? '' : REASON_LABEL[reason];

/** The kind (short, over or damaged) and the reason. */
export function KindCell({ row }: { row: Pick<Discrepancy, 'kind' | 'reason' | 'note'> }) {
  const reason = shownReason(row);
  return (
    <span
      className="inline-flex items-center gap-2 align-middle"
      title={[reason, row.note].filter(Boolean).join('. ') || undefined}
    >
      <Badge tone={KIND_TONE[row.kind]}>{DISCREPANCY_LABEL[row.kind]}</Badge>
      {reason && <span className="aside-1 text-xs text-ink-soft">{reason}</span>}
    </span>
  );
}

export const ClaimMark = ({ status }: { status: ClaimStatus }) => (
  <Badge tone={CLAIM_TONE[status]}>{CLAIM_LABEL[status]}</Badge>
);

/** The state of the claim that has the line. The state links to the claim for people who may open claims. */
export function ClaimCell({ claim }: { claim: NonNullable<Discrepancy['claim']> }) {
  const opens = useCan('manage_claims');
  const title = `${claim.ref}, ${CLAIM_LABEL[claim.status].toLowerCase()}`;
  return opens ? (
    <Link to={`/claims/${claim._id}`} title={title} aria-label={title} className="touch-tap inline-flex">
      <ClaimMark status={claim.status} />
    </Link>
  ) : (
    <span title={title}>
      <ClaimMark status={claim.status} />
    </span>
  );
}

/** `under`: the small text below the name. */
export function ProductCell({ product, under }: Pick<Discrepancy, 'product'> & { under?: string }) {
  return (
    <span className={classes('flex min-w-0 items-center gap-2.5', under && 'py-1 compact:py-0')}>
      <Pack product={product} size={28} />
      <span className="min-w-0">
        <span className={classes('cut', !under && 'wraps')} title={product.name}>
          {product.name}
        </span>
        {under && (
          <span className="block truncate text-xs font-normal text-ink-faint max-sm:whitespace-normal">{under}</span>
        )}
      </span>
    </span>
  );
}

/** The page of the product with its stock at the person's hub, for people who may not open the receipt. */
export const productOf = ({ product }: Pick<Discrepancy, 'product'>) =>
  ({ to: `/products/${product._id}/update`, search: OVERVIEW }) as const;

/** The product of a line. Who may not open the receipt of the line opens the product, so that every row leads somewhere. */
export function LineProduct({ row }: { row: Pick<Discrepancy, 'product'> }) {
  const opensReceipt = useCan('view_purchase_orders');
  const opensProduct = useCan('update_product');
  const cell = <ProductCell product={row.product} />;
  if (opensReceipt || !opensProduct) return cell;
  return (
    <Link {...productOf(row)} className="touch-tap block min-w-0 hover:text-accent">
      {cell}
    </Link>
  );
}

/** The receipt, as a link for people who may see purchase orders. */
export function ReceiptCell({ receipt }: Pick<Discrepancy, 'receipt'>) {
  return useCan('view_purchase_orders') ? (
    <Link to={`/purchase-orders/${receipt._id}`} className="touch-tap row-link figures whitespace-nowrap">
      {receipt.ref}
    </Link>
  ) : (
    <span className="figures whitespace-nowrap">{receipt.ref}</span>
  );
}

/** The party that gave the goods. The tooltip names its type. */
export function SupplierCell({ row }: { row: Pick<Discrepancy, 'supplier' | 'supplier_type'> }) {
  return (
    <span className="cut wraps" title={`${row.supplier.name}, ${PARTY_LABEL[row.supplier_type].toLowerCase()}`}>
      {row.supplier.name}
    </span>
  );
}
