import type { ReactNode } from 'react';
import { TextLink } from '#crud/Link.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { Fact } from '#ui/Fact.tsx';
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
      <Known name="Supplier">
        {seesSupplier ? (
          <TextLink to={`/distributors/${distributor._id}/update`} search={{ tab: 'overview' }}>
            {distributor.name}
          </TextLink>
        ) : (
          distributor.name
        )}
        {address && <span className="block text-sm font-normal text-ink-soft">{address}</span>}
      </Known>
      <Known name="Made by">{done(row.created, row.created_by)}</Known>
      <Known name="Sent by">{done(row.sent_at, row.sent_by)}</Known>
      <Known name={row.status === 'cancelled' ? 'Cancelled by' : 'Settled by'}>
        {done(row.closed_at, row.closed_by)}
      </Known>
      <Known name="Goods came with">
        {settled_order && <TextLink to={`/purchase-orders/${settled_order._id}`}>{settled_order.ref}</TextLink>}
      </Known>
      <Known name="Closing note">{row.closed_note}</Known>
      <Known name="Note">{row.note && <span className="whitespace-pre-line">{row.note}</span>}</Known>
    </dl>
  );
}

/** A fact that not every claim has. */
const Known = ({ name, children }: { name: string; children: ReactNode }) =>
  children && <Fact name={name}>{children}</Fact>;
