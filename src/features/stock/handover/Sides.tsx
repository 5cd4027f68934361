import type { ReactNode } from 'react';
import type { Offer } from '#contract/handover/papers.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { plural } from '#domain/plural.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesSum, casesText } from '#domain/units.ts';
import type { BothHalves } from '#offline/handover/readPapers.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Moment } from '#ui/tables/Moment.tsx';
import { LotList } from '../parts/lines/LotList.tsx';
import { giverRef, takerRef } from '../parts/paper/handoverPaper.ts';

/** Both halves of a handover as this tablet knows them: people, times, references and goods. */
export function Sides({ both }: { both: BothHalves }) {
  const { offer, giver, taken } = both;
  const counted = new Map(taken?.answer.counts.map((one) => [one.product_id, one]));
  return (
    <Card label="Both sides">
      <dl className="grid gap-3 sm:grid-cols-2">
        <Side
          name="Given by"
          who={giver}
          place={offer.source_name}
          at={offer.given_at}
          reference={giverRef(offer.transfer)}
        />
        {taken ? (
          <Side
            name="Taken by"
            who={taken.taker}
            place={offer.destination_name}
            at={taken.answer.taken_at}
            reference={takerRef(taken.hash)}
          />
        ) : (
          <div>
            <dt className="text-[0.8125rem] text-ink-soft">Taken by</dt>
            <dd className="font-semibold text-wait">No answer was read yet</dd>
            <dd className="text-ink-soft">for {offer.destination_name}</dd>
          </div>
        )}
      </dl>
      <h2 className="mt-4 border-t pt-3 font-semibold">
        {goodsWords(offer.lines)}
        {taken && (
          <span className={classes('font-normal', counted.size > 0 ? 'text-wait' : 'text-ink-soft')}>
            {counted.size > 0
              ? plural(counted.size, ', # counted differently', ', # counted differently')
              : ', all as given'}
          </span>
        )}
      </h2>
      <ul aria-label="Goods of the handover" className="divide-y">
        {offer.lines.map((line) => {
          const other = counted.get(line.product_id);
          return (
            <GoodsLine key={line.product_id} name={line.name} figure={casesText(movedQuantity(line), line.case_count)}>
              {line.lots && <LotList lots={line.lots} caseCount={line.case_count} />}
              {other && (
                <div className="text-sm font-medium text-wait">
                  Counted {casesText(other.quantity, line.case_count)}
                  {other.note && `: ${other.note}`}
                  {other.lots && <LotList lots={other.lots} caseCount={line.case_count} />}
                </div>
              )}
            </GoodsLine>
          );
        })}
      </ul>
    </Card>
  );
}

function Side({
  name,
  who,
  place,
  at,
  reference,
}: {
  name: string;
  who: string;
  place: string;
  at: number;
  reference: string;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
      <dd className="text-lg font-semibold [overflow-wrap:anywhere]">{who}</dd>
      <dd className="text-ink-soft">
        {place !== who && `${place}, `}
        <Moment at={at} />
      </dd>
      <dd className="figures text-sm text-ink-faint">{reference}</dd>
    </div>
  );
}

/** "61 cases, 6 products" */
export const goodsWords = (lines: Offer['lines']): string => {
  const cases = lines.reduce((sum, line) => sum + movedQuantity(line) / line.case_count, 0);
  return `${casesSum(cases)}, ${plural(lines.length, '# product', '# products')}`;
};

/** A product and its quantity. */
export function GoodsLine({ name, figure, children }: { name: string; figure: string; children?: ReactNode }) {
  return (
    <li className="flex min-h-14 items-center gap-4 py-2">
      <Pack product={{ name }} size={48} />
      <div className="min-w-0 flex-1">
        <span className="block font-medium leading-tight [overflow-wrap:anywhere]">{name}</span>
        {children}
      </div>
      <span className="figures shrink-0 text-lg font-semibold">{figure}</span>
    </li>
  );
}
