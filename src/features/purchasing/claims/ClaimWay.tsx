import type { ReactNode } from 'react';
import { CLAIM_LABEL, SETTLED_LABEL } from '#domain/discrepancy.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { Card } from '#ui/Card.tsx';
import { Figure } from '#ui/Figure.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { Way } from '#ui/Way.tsx';
import type { ClaimRow } from './claimRow.ts';

/** The steps open, sent and settled, with the next step (`children`) and the sum of the claim. */
export function ClaimWay({ row, children }: { row: ClaimRow; children: ReactNode }) {
  const { status, sent_at, closed_at } = row;
  const isGone = status === 'cancelled';
  return (
    <Card label="Details" padded={false}>
      <Way
        steps={[
          { label: CLAIM_LABEL.open, state: status === 'open' ? 'now' : 'done', note: <Moment at={row.created} /> },
          {
            label: CLAIM_LABEL.sent,
            state: sent_at === null ? (isGone ? 'passed' : 'next') : status === 'sent' ? 'now' : 'done',
            note: sent_at === null ? isGone ? 'never' : 'to the supplier' : <Moment at={sent_at} />,
          },
          isGone
            ? { label: CLAIM_LABEL.cancelled, state: 'gone', note: closed_at !== null && <Moment at={closed_at} /> }
            : {
                label: CLAIM_LABEL.settled,
                state: status === 'settled' ? 'done' : 'next',
                note: closed_at === null ? 'by credit or goods' : <Moment at={closed_at} />,
              },
        ]}
      >
        {children}
      </Way>
      <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-b-card bg-line sm:grid-cols-3">
        <Figure name="Supplier" look="words">
          {row.distributor.name}
        </Figure>
        <Figure name="Amount" note={plural(row.line_count, '# line', '# lines')}>
          {showNaira(row.amount)}
        </Figure>
        <Ended row={row} />
      </dl>
    </Card>
  );
}

/** The result of the claim. */
function Ended({ row }: { row: ClaimRow }) {
  const { settled_by, settled_amount, settled_number, settled_order, closed_note, amount } = row;
  if (settled_by === null)
    return (
      <Figure name={row.status === 'cancelled' ? 'Cancelled' : 'Settled'} look="none">
        {row.status === 'cancelled' ? closed_note : 'Nothing yet'}
      </Figure>
    );
  if (settled_amount === null)
    return (
      <Figure name={SETTLED_LABEL.goods} look="words">
        {settled_order?.ref ?? closed_note}
      </Figure>
    );
  const missing = koboOf(amount) - koboOf(settled_amount);
  return (
    <Figure
      name={`${SETTLED_LABEL.credit} ${settled_number}`}
      note={missing > 0 ? `${showNaira(missing)} less than the claim` : 'the whole claim'}
    >
      {showNaira(settled_amount)}
    </Figure>
  );
}
