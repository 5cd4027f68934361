import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { paceOfWarehouse } from '#contract/stock/productStockCalls.ts';
import { movedByDay, productsOf, warehouseValue } from '#contract/stock/stockCalls.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { COVER_DAYS } from '#domain/cover.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, shortNaira } from '#domain/money.ts';
import { casesFigure } from '#domain/units.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { Strip, type StripCell } from '#ui/Strip.tsx';
import { coverAt, SHORT_DAYS } from '../../catalogue/parts/movements.ts';
import { casesNote } from './stockSums.ts';

const Sparkline = lazyPart(() => import('#ui/plots/Sparkline.tsx'), 'Sparkline');

/** The figures above the rows of a warehouse: cases, worth, goods that run out, and today's movements. A figure that could not be read is –. */
export function Glance({ id, isHub }: { id: string; isHub: boolean }) {
  const value = useQuery(queryFor(warehouseValue, { _id: id }));
  const stock = useQuery(queryFor(productsOf, { warehouse_id: id }));
  const pace = useQuery({ ...queryFor(paceOfWarehouse, { warehouse_id: id }), enabled: isHub });
  const moved = useQuery({ ...queryFor(movedByDay, { warehouse_ids: [id] }), enabled: isHub });
  const held = value.data?.data;
  const rows = stock.data?.data;
  const days = moved.data?.data.days;
  const came = held?.came_today;
  const left = held?.left_today;
  const ofSum = (query: { isError: boolean }) => (query.isError ? NO_VALUE : undefined);
  const cells: StripCell[] = [
    {
      label: 'Cases',
      value: held ? casesFigure(held.cases) : ofSum(value),
      note: rows && casesNote(rows),
      trend: days?.some((day) => day.held !== 0) && (
        <Suspense fallback={null}>
          <Sparkline
            label={`Cases at the end of each of ${days.length} days`}
            values={days.map((day) => day.held)}
            width={72}
            height={20}
          />
        </Suspense>
      ),
    },
    {
      label: 'Worth',
      value: held ? wholeNaira(held.total) : ofSum(value),
      short: held && shortNaira(koboOf(held.total)),
      note: 'at cost',
    },
  ];
  if (isHub) {
    const issued = pace.data && new Map(pace.data.data.map((row) => [row.product_id, row]));
    const short =
      issued &&
      rows?.filter((row) => {
        const lasts = coverAt(row.quantity, issued.get(row.product_id));
        return lasts !== null && lasts < SHORT_DAYS;
      }).length;
    cells.push(
      {
        label: `Run out in ${SHORT_DAYS} days`,
        value: short ?? ofSum(pace),
        note: `at the rate of ${COVER_DAYS} days`,
        bad: Number(short) > 0,
      },
      {
        label: 'Moved today',
        value:
          came === undefined || left === undefined
            ? held
              ? NO_VALUE
              : ofSum(value)
            : [came > 0 && `+${casesFigure(came)}`, left > 0 && `−${casesFigure(left)}`].filter(Boolean).join(' ') ||
              '0',
        note: 'cases in and out',
      },
    );
  }
  return <Strip label="At a glance" cells={cells} />;
}
