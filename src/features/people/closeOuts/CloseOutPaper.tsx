import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { CloseOutDay } from '#contract/closeout/closeOutCalls.ts';
import { useSession } from '#crud/query/useSession.ts';
import { missingOf } from '#domain/closeOut.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showDate, showPaperTime } from '#domain/longTime.ts';
import { showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { usePrinting } from '#ui/hooks/usePrinting.ts';
import { type PaperFact, PaperFoot, PaperHead } from '#ui/paper/Sheet.tsx';
import { type PaperSize, PrintQuestion, sheetOf, usePaperSize } from '../../stock/parts/paper/PrintQuestion.tsx';
import { MONEY_WORDS, worthMissing } from './DayFigures.tsx';
import { Drawn } from './SignaturePad.tsx';

type Close = NonNullable<CloseOutDay['closed']>;

/** Prints a close-out as it was signed, on A4 or an 80 mm roll, and nothing else of the screen (CLO-12, CLO-15). */
export function PrintCloseOut({ day, closed }: { day: CloseOutDay; closed: Close }) {
  const [asking, setAsking] = useState(false);
  const [size, setSize] = usePaperSize();
  const printed = usePrinting();
  const by = useSession().profile?.name;
  return (
    <>
      <Button icon="print" onClick={() => setAsking(true)}>
        Print
      </Button>
      <PrintQuestion open={asking} onClose={() => setAsking(false)} size={size} onSize={setSize} />
      {printed !== null &&
        createPortal(
          <div data-sheet={sheetOf(size, closed.signed.lines.length)}>
            <CloseOutSheet day={day} closed={closed} size={size} printed={printed} by={by} />
          </div>,
          document.body,
        )}
    </>
  );
}

/** The printed page: the figures that both signed, even if the ledgers changed since. `printed`: epoch seconds. */
export function CloseOutSheet({
  day,
  closed,
  size,
  printed,
  by,
}: {
  day: CloseOutDay;
  closed: Close;
  size: PaperSize;
  printed: number;
  /** The name of the person who prints. */
  by: string | undefined;
}) {
  return (
    <article className="paper">
      <PaperHead title="Close-out" facts={factsOf(day, closed)} />
      {size === 'a4' ? <Wide lines={closed.signed.lines} /> : <Narrow lines={closed.signed.lines} />}
      {closed.signed.lines.some((line) => missingOf(line) > 0) && (
        <p className="paper-total">
          <span>Missing goods, at the prices of the hub</span>
          <strong>{worthMissing(closed.signed.lines)}</strong>
        </p>
      )}
      <div className="paper-signatures">
        {[closed.officer, closed.taker].map((one, at) => (
          <div key={at}>
            {one.typed ? <p>{one.mark} (typed)</p> : <Drawn path={one.mark} label={`Signature of ${one.name}`} />}
            <p>{one.name}</p>
          </div>
        ))}
      </div>
      <PaperFoot printed={printed} by={by} />
    </article>
  );
}

const factsOf = (day: CloseOutDay, closed: Close): PaperFact[] => [
  ['Reference', closed.ref],
  ['Delivery Associate', closed.officer.name],
  ['Hub', day.hub.name],
  ['Day', showDate(day.day)],
  ['Closed', `${showPaperTime(closed.closed_at)} by ${closed.taker.name}`],
  ...MONEY_WORDS.map(([name, words]) => [words, showNaira(closed.signed.money[name])] as const),
  ...(closed.note ? [['Note', closed.note] as const] : []),
];

/** A line as the close keeps it. */
type Line = Close['signed']['lines'][number];
const COLUMNS = [
  ['Issued', (line: Line) => line.issued],
  ['Returned', (line: Line) => line.returned],
  ['Sold', (line: Line) => line.sold],
  ['In hand', (line: Line) => line.left],
  ['Counted', (line: Line) => line.counted],
  ['Missing', missingOf],
] as const;

/** A count of 0 is printed too; null: nobody counted. What did not move is a dash, as on the screen. */
const figureText = (title: string, units: number | null, { case_count }: Line): string =>
  units === null ? '' : units === 0 && title !== 'Counted' ? NO_VALUE : casesText(units, case_count);

function Wide({ lines }: { lines: readonly Line[] }) {
  const hasCounts = lines.some((line) => line.counted !== null);
  const columns = COLUMNS.filter(([title]) => hasCounts || title !== 'Counted');
  return (
    <table>
      <thead>
        <tr>
          <th>Product</th>
          {columns.map(([title]) => (
            <th key={title} className="paper-figure">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.product_id}>
            <td>{line.name}</td>
            {columns.map(([title, units]) => (
              <td key={title} className="paper-figure">
                {figureText(title, units(line), line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A roll prints the figures of each product below its name, and leaves zeros out. */
function Narrow({ lines }: { lines: readonly Line[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.product_id}>
          <strong>{line.name}</strong>
          {COLUMNS.filter(([title, units]) => (title === 'Counted' ? units(line) !== null : units(line) !== 0)).map(
            ([title, units]) => (
              <span key={title} className="paper-row">
                <span>{title}</span>
                <span>{figureText(title, units(line), line)}</span>
              </span>
            ),
          )}
        </li>
      ))}
    </ul>
  );
}
