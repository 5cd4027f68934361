import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type Handover, openHandovers, settleHandover } from '#contract/handover/handoverCalls.ts';
import { ReasonDialog } from '#crud/command/ReasonDialog.tsx';
import { Link, TextLink } from '#crud/Link.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan, useContact } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { handoverTexts } from '../parts/handoverTexts.ts';
import { LotList } from '../parts/lines/LotList.tsx';
import { giverRef } from '../parts/paper/handoverPaper.ts';
import { GoodsLine } from './Sides.tsx';
import { TakenHere } from './TakenHere.tsx';

/** Unfinished handovers, for people who may see them. People who take goods over also see what this tablet took, and a button to take more. */
export function OpenOnes() {
  const mayTake = useCan('take_handover');
  const maySee = useCan('view_handovers');
  return (
    <Page
      title="Handovers"
      note="Goods that one person hands over and another person takes"
      actions={
        mayTake && (
          <Link to="/handovers" search={{ take: 'on' }} className={buttonClasses('primary')}>
            <Icon name="camera" /> {handoverTexts.takeTitle}
          </Link>
        )
      }
    >
      {mayTake && <TakenHere />}
      {maySee && <Open />}
    </Page>
  );
}

function Open() {
  const query = useQuery(queryFor(openHandovers, {}));
  return (
    <QueryCard query={query} rows={3}>
      {(rows) =>
        rows.length === 0 ? (
          <Card>
            <EmptyState title="No handover is open">Handovers appear here until both sides agree.</EmptyState>
          </Card>
        ) : (
          <ul aria-label="Open handovers" className="grid gap-4 xl:grid-cols-2">
            {rows.map((one) => (
              <li key={one._id}>
                <One one={one} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryCard>
  );
}

function One({ one }: { one: Handover }) {
  const [ending, setEnding] = useState(false);
  const { online } = useContact();
  const maySettle = useCan('settle_handover');
  const seesOrders = useCan('view_purchase_orders');
  const { order } = one;
  const ref = order?.ref ?? giverRef(one.transfer);
  const differing = one.lines.filter(
    ({ given, taken, note, taken_lots }) => taken !== null && (taken !== given || note !== '' || taken_lots !== null),
  );
  return (
    <Card label={ref}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="figures text-lg font-semibold">
          {order && seesOrders ? <TextLink to={`/purchase-orders/${order._id}`}>{ref}</TextLink> : ref}
        </h2>
        <Badge tone={one.state === 'waits' ? 'wait' : 'bad'}>{STATE[one.state]}</Badge>
      </div>
      <p className="text-ink-soft">
        {one.source_name} to {one.destination_name}, {plural(one.lines.length, '# product', '# products')}
      </p>
      <p className="text-ink-soft">
        Given by {one.giver.name}, <Moment at={one.given_at} />
      </p>
      <p className="text-ink-soft">
        {one.taker && one.taken_at !== null ? (
          <>
            Taken by {one.taker.name}, <Moment at={one.taken_at} />
          </>
        ) : (
          'Nobody took it yet'
        )}
      </p>
      <p className="mt-2 font-medium">{whatIsWrong(one)}</p>
      {differing.length > 0 && (
        <ul aria-label="Lines that differ" className="divide-y">
          {differing.map((line) => (
            <GoodsLine
              key={line.product_id}
              name={line.name}
              figure={`${casesText(line.taken ?? 0, line.case_count)} of ${casesText(line.given, line.case_count)}`}
            >
              {line.taken_lots !== null && (
                <div className="text-sm text-ink-soft">
                  Given
                  <LotList lots={line.lots} caseCount={line.case_count} />
                  {line.taken_lots === '' ? 'Counted nothing of them' : 'Counted'}
                  <LotList lots={line.taken_lots} caseCount={line.case_count} />
                </div>
              )}
              {line.note && <span className="block text-sm text-ink-soft">{line.note}</span>}
            </GoodsLine>
          ))}
        </ul>
      )}
      {maySettle && (
        <div className="mt-3 flex justify-end">
          <Button disabled={!online} aria-label={`End it: ${ref}`} onClick={() => setEnding(true)}>
            End it
          </Button>
        </div>
      )}
      {ending && (
        <ReasonDialog
          title={`End the handover ${ref}?`}
          description="The handover is closed then, and the history keeps your reason. No stock moves: record missing goods with a transfer back, an adjustment or a stocktake."
          save="End it"
          call={settleHandover}
          input={(note) => ({ _id: one._id, note })}
          success="Handover ended."
          onClose={() => setEnding(false)}
        />
      )}
    </Card>
  );
}

const STATE: Readonly<Record<Handover['state'], string>> = {
  done: 'Done',
  waits: 'No answer yet',
  differs: 'Both sides differ',
  not_posted: 'Goods did not move',
};

function whatIsWrong({ state, missing, not_posted, other_goods, giver, taker, destination_name }: Handover): string {
  if (missing === 'giver')
    return `The tablet of ${giver.name} has not sent its part.${not_posted === '' ? '' : ` ${not_posted}`}`;
  if (missing === 'taker') return `The server has no word yet that the goods for ${destination_name} were taken.`;
  if (state === 'not_posted') return not_posted || 'The transfer is not completed.';
  return other_goods
    ? `${giver.name} confirmed other goods than ${taker?.name ?? destination_name} saw.`
    : `${taker?.name ?? destination_name} counted something else than ${giver.name} gave.`;
}
