import type { ReactNode } from 'react';
import { TextLink } from '#crud/Link.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { momentText } from '#ui/when.ts';
import type { ClaimRow } from './claimRow.ts';

/** People and times of a claim, the address of the supplier, and the notes. */
export function ClaimSide({ row, address }: { row: ClaimRow; address: string }) {
  const seesSupplier = useCan('view_distributors');
  const { distributor, settled_order } = row;
  const done = (at: number | null, by: { name: string } | null) =>
    at === null ? null : `${by?.name ?? 'The system'}, ${momentText(at)}`;
  return (
    <dl className="flex flex-col gap-2.5 compact:text-sm">
      <Fact name="Supplier">
        {seesSupplier ? (
          <TextLink to={`/distributors/${distributor._id}/update`} search={{ tab: 'overview' }}>
            {distributor.name}
          </TextLink>
        ) : (
          distributor.name
        )}
        {address && <span className="block w-full text-sm text-ink-soft">{address}</span>}
      </Fact>
      <Fact name="Made by">{done(row.created, row.created_by)}</Fact>
      <Fact name="Sent by">{done(row.sent_at, row.sent_by)}</Fact>
      <Fact name={row.status === 'cancelled' ? 'Cancelled by' : 'Settled by'}>
        {done(row.closed_at, row.closed_by)}
      </Fact>
      <Fact name="Goods came with">
        {settled_order && <TextLink to={`/purchase-orders/${settled_order._id}`}>{settled_order.ref}</TextLink>}
      </Fact>
      <Fact name="Closing note">{row.closed_note}</Fact>
      <Fact name="Note">{row.note && <span className="whitespace-pre-line">{row.note}</span>}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt className="text-xs text-ink-faint">{name}</dt>
      <dd className="flex flex-wrap gap-x-3 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
