/** The sums of a day: cash, and goods by product (CLO-08). */
import type { CloseOutDay } from '#contract/closeout/closeOutCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { missingOf, missingValue } from '#domain/closeOut.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Table } from '#ui/tables/Table.tsx';

export type DaySums = CloseOutDay['now'];
type Line = DaySums['lines'][number];

/** The figures of money in their order, each with its words. */
export const MONEY_WORDS = [
  ['cash_before', 'To hand in before'],
  ['cash_taken', 'Cash taken'],
  ['handed_in', 'Cash handed in'],
  ['cash_left', 'Still to hand in'],
  ['issued', 'Goods issued'],
  ['returned', 'Goods returned'],
  ['delivered', 'Goods sold'],
] as const;

export function DayMoney({ sums, label }: { sums: DaySums; label: string }) {
  return (
    <Card label={label} padded={false}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card bg-line md:grid-cols-4">
        {MONEY_WORDS.map(([name, words]) => (
          <div key={name} className="bg-surface px-5 py-3 last:col-span-2">
            <dt className="text-[0.8125rem] text-ink-soft">{words}</dt>
            <dd className="figures text-xl font-semibold">{showNaira(sums.money[name])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The worth of the missing goods, naira text. */
export const worthMissing = (lines: readonly Line[]): string =>
  showNaira(missingValue(lines.map((line) => ({ ...line, price: koboOf(line.price) }))));

const size = (units: number, line: Line) => (units === 0 ? NO_VALUE : casesText(units, line.case_count));

export function DayGoods({ sums }: { sums: DaySums }) {
  const hasCounts = sums.lines.some((line) => line.counted !== null);
  const isMissing = sums.lines.some((line) => missingOf(line) !== 0);
  return (
    <Card label="Goods" padded={false}>
      {sums.lines.length === 0 ? (
        <EmptyState scene="find" title="No goods on this day">
          <p>Nothing was issued, sold or brought back.</p>
        </EmptyState>
      ) : (
        <Table
          cards="phone"
          label="Goods"
          rows={sums.lines}
          keyOf={(line) => line.product_id}
          columns={[
            {
              key: 'name',
              title: 'Product',
              grow: true,
              card: 'lead',
              cell: (line) => (
                <span className="flex min-w-0 items-center gap-2.5">
                  <Pack product={{ name: line.name }} size={28} />
                  <span className="min-w-0">{line.name}</span>
                </span>
              ),
            },
            {
              key: 'before',
              title: 'Before',
              align: 'right',
              card: 'fact',
              aside: 1,
              cell: (line) => size(line.before, line),
            },
            { key: 'issued', title: 'Issued', align: 'right', card: 'fact', cell: (line) => size(line.issued, line) },
            {
              key: 'returned',
              title: 'Returned',
              align: 'right',
              card: 'fact',
              cell: (line) => size(line.returned, line),
            },
            { key: 'sold', title: 'Sold', align: 'right', card: 'fact', cell: (line) => size(line.sold, line) },
            {
              key: 'other',
              title: 'Other',
              align: 'right',
              card: 'fact',
              aside: 0,
              cell: (line) => size(line.other, line),
            },
            {
              key: 'left',
              title: 'In hand',
              align: 'right',
              card: 'figure',
              word: 'In hand',
              cell: (line) => size(line.left, line),
            },
            ...(hasCounts
              ? [
                  {
                    key: 'counted',
                    title: 'Counted',
                    align: 'right' as const,
                    card: 'fact' as const,
                    cell: (line: Line) => (line.counted === null ? NO_VALUE : casesText(line.counted, line.case_count)),
                  },
                ]
              : []),
            ...(isMissing
              ? [
                  {
                    key: 'missing',
                    title: 'Missing',
                    align: 'right' as const,
                    card: 'fact' as const,
                    cell: (line: Line) =>
                      missingOf(line) === 0 ? (
                        NO_VALUE
                      ) : (
                        <span className="text-bad">{size(missingOf(line), line)}</span>
                      ),
                  },
                  {
                    key: 'worth',
                    title: 'Value missing',
                    align: 'right' as const,
                    card: 'fact' as const,
                    cell: (line: Line) => (missingOf(line) > 0 ? worthMissing([line]) : NO_VALUE),
                  },
                ]
              : []),
          ]}
        />
      )}
      {isMissing && (
        <p className="figures flex justify-between gap-4 border-t px-5 py-3">
          <span className="text-ink-soft">Missing goods, at the prices of the hub</span>
          <strong className="font-semibold text-bad">{worthMissing(sums.lines)}</strong>
        </p>
      )}
    </Card>
  );
}
