import { ADJUST_LABEL, ADJUST_REASONS, type AdjustReason, logsOf } from '#contract/stock/stockCalls.ts';
import type { StocktakeResult } from '#contract/stock/stocktakeCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { TextLink } from '#crud/Link.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { lotName } from '#domain/lotWords.ts';
import { koboOf, oneRule } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { inputClasses } from '#ui/fields/Field.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { momentText } from '#ui/when.ts';
import { MOVEMENT_LABEL } from '../../catalogue/parts/movements.ts';
import { LotList } from '../parts/lines/LotList.tsx';
import { byValue, isDiffering, type ReasonsOf, type Results } from './results.ts';

interface Props {
  results: Results;
  reasons: ReasonsOf;
  onReason: (product: string, reason: AdjustReason) => void;
  /** Products that are to be counted again. */
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}

/** The products, the largest value of a difference first: each count with its person and place, the books at that time, and later moves. */
export function ResultLines(props: Props) {
  const { results } = props;
  const seesLogs = useMayAsk(logsOf);
  return (
    <Card padded={false} label="Products">
      <h2 className="border-b px-5 py-3 text-base font-semibold">Products</h2>
      {results.lines.length === 0 ? (
        <EmptyState title="No products yet">Counted products appear here.</EmptyState>
      ) : (
        <Table
          cards
          label="Products of this stocktake"
          rows={byValue(results.lines)}
          keyOf={(row) => row.product_id}
          columns={columnsOf(props, seesLogs)}
        />
      )}
    </Card>
  );
}

/** A figure that never wraps. */
const NoBreak = ({ text }: { text: string }) => <span className="whitespace-nowrap">{text}</span>;

const signed = (units: number, caseCount: number) => `${units > 0 ? '+' : ''}${casesText(units, caseCount)}`;

/** `seesLogs`: lines link to their movement. */
function columnsOf(
  { results, reasons, onReason, chosen, onChosen }: Props,
  seesLogs: boolean,
): Column<StocktakeResult>[] {
  const isOpen = results.status === 'open';
  const show = oneRule(results.lines.map(({ value }) => value ?? ''));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  return [
    {
      key: 'product',
      title: 'Product',
      grow: true,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-3 whitespace-normal py-1.5">
          {/* The space keeps the pictures of all rows in one column. */}
          {isOpen && row.figures.length === 0 && <span className="min-w-tap shrink-0 max-sm:hidden" />}
          {isOpen && row.figures.length > 0 && (
            <label className="grid min-h-tap min-w-tap shrink-0 place-items-center">
              <span className="sr-only">Count again: {row.product.name}</span>
              <input
                type="checkbox"
                className="size-5 accent-(--accent)"
                checked={chosen.has(row.product_id)}
                onChange={() => toggle(row.product_id)}
              />
            </label>
          )}
          <Pack product={row.product} size={40} />
          <span className="min-w-40">
            <span className="block font-semibold leading-tight">{row.product.name}</span>
            <StateOf row={row} />
            <LotsOf row={row} />
            <Counts row={row} />
          </span>
        </span>
      ),
    },
    {
      key: 'counted',
      title: 'Counted',
      align: 'right',
      cell: (row) =>
        row.counted === null ? NO_VALUE : <NoBreak text={casesText(row.counted, row.product.case_count)} />,
    },
    {
      key: 'book',
      title: 'Books then',
      align: 'right',
      cell: (row) => <NoBreak text={casesText(row.book, row.product.case_count)} />,
    },
    {
      key: 'difference',
      title: 'Difference',
      align: 'right',
      cell: (row) => (
        <span className={classes('font-semibold whitespace-nowrap', (row.difference ?? 0) < 0 && 'text-bad')}>
          {row.difference === null
            ? NO_VALUE
            : row.difference === 0
              ? '0'
              : signed(row.difference, row.product.case_count)}
        </span>
      ),
    },
    {
      key: 'value',
      title: 'Value',
      align: 'right',
      cell: (row) => (row.value === null || koboOf(row.value) === 0 ? NO_VALUE : show(koboOf(row.value))),
    },
    {
      key: 'moves',
      title: 'Moved meanwhile',
      cell: (row) => (row.moves.length === 0 ? NO_VALUE : <Moves row={row} />),
    },
    {
      key: 'reason',
      title: isOpen ? 'Reason' : 'Movement',
      cell: (row) =>
        !isDiffering(row) ? null : isOpen ? (
          <select
            aria-label={`Reason: ${row.product.name}`}
            className={classes(inputClasses, 'min-w-32 border-line-strong')}
            value={reasons[row.product_id] ?? 'count'}
            onChange={({ target }) => onReason(row.product_id, target.value as AdjustReason)}
          >
            {ADJUST_REASONS.filter((one) => one !== 'opening').map((one) => (
              <option key={one} value={one}>
                {ADJUST_LABEL[one]}
              </option>
            ))}
          </select>
        ) : results.status !== 'posted' ? null : seesLogs ? (
          <TextLink
            to={`/warehouses/${results.warehouse_id}/products`}
            search={{ tab: 'movements', search: results.ref }}
            aria-label={`Movement of ${row.product.name}`}
          >
            {ADJUST_LABEL[row.reason ?? 'count']}
          </TextLink>
        ) : (
          ADJUST_LABEL[row.reason ?? 'count']
        ),
    },
  ];
}

function StateOf({ row }: { row: StocktakeResult }) {
  if (row.state === 'recount')
    return (
      <Badge tone="wait">
        {row.why === 'differ'
          ? 'Two counts differ'
          : row.why === 'large'
            ? 'Large: waits for a recount'
            : 'Waits for a recount'}
      </Badge>
    );
  if (row.counted === null) return <Badge>Not counted, the books stay</Badge>;
  return null;
}

/** The lots of a line: the counted units, the units in the books, and the units that posting moves. */
function LotsOf({ row: { lots, product } }: { row: StocktakeResult }) {
  if (!lots) return null;
  return (
    <ul aria-label={`Lots of ${product.name}`} className="figures pt-0.5 text-sm leading-snug">
      {lots.map(({ code, expires, counted, book, difference }) => (
        <li key={`${code} ${expires}`}>
          <span className="font-semibold">{lotName({ code, expires })}</span>{' '}
          {[
            counted === null ? 'not named' : `counted ${casesText(counted, product.case_count)}`,
            `books ${casesText(book, product.case_count)}`,
          ].join(', ')}
          {difference !== 0 && (
            <strong className={classes('ml-1.5 font-semibold', difference < 0 && 'text-bad')}>
              {signed(difference, product.case_count)}
            </strong>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * The counts of a product with person, place and time, those of the last round first and the others paler. A single count of the last round is shown
 * in the column "Counted" only.
 */
function Counts({ row: { figures, product } }: { row: StocktakeResult }) {
  if (figures.length === 0) return null;
  const last = Math.max(...figures.map((one) => one.round));
  const isAlone = figures.length === 1;
  return (
    <ul className="text-xs leading-4 font-normal text-ink-soft">
      {[...figures]
        .sort((a, b) => b.round - a.round)
        .map((one) => (
          <li
            key={`${one.round} ${one.place} ${one.by._id}`}
            className={classes('figures', one.round < last && 'text-ink-faint')}
          >
            {!isAlone && <strong className="font-semibold">{casesText(one.quantity, product.case_count)} </strong>}
            {[one.place, one.by.name, momentText(one.counted_at), one.round > 1 ? `count ${one.round}` : '']
              .filter(Boolean)
              .join(', ')}
            <LotList lots={one.lots ?? ''} caseCount={product.case_count} />
          </li>
        ))}
    </ul>
  );
}

function Moves({ row: { moves, product } }: { row: StocktakeResult }) {
  return (
    <ul className="min-w-44 whitespace-normal py-1 text-sm leading-snug">
      {moves.map((move) => (
        <li key={`${move.ref} ${move.at} ${move.quantity}`} className="figures">
          <strong className="font-semibold">{signed(move.quantity, product.case_count)}</strong>{' '}
          {[MOVEMENT_LABEL[move.kind as keyof typeof MOVEMENT_LABEL] ?? move.kind, momentText(move.at)].join(', ')}{' '}
          <span className={move.before ? 'text-ink-soft' : 'text-wait'}>
            {move.before ? 'before the count' : 'after the count'}
          </span>
        </li>
      ))}
    </ul>
  );
}
