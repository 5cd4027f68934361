import { createPortal } from 'react-dom';
import type { CloseOutDay } from '#contract/closeout/closeOutCalls.ts';
import { missingOf } from '#domain/closeOut.ts';
import { showDate, showPaperTime } from '#domain/longTime.ts';
import { showNaira } from '#domain/money.ts';
import { APP_NAME } from '#domain/permissions.ts';
import { casesText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { usePrinting } from '#ui/hooks/usePrinting.ts';
import { MONEY_WORDS } from './DayFigures.tsx';
import { Drawn } from './SignaturePad.tsx';

type Close = NonNullable<CloseOutDay['closed']>;

/** Prints a close-out as it was signed, and nothing else of the screen (CLO-12). */
export function PrintCloseOut({ day, closed }: { day: CloseOutDay; closed: Close }) {
  const printed = usePrinting();
  return (
    <>
      <Button icon="print" onClick={() => window.print()}>
        Print
      </Button>
      {printed !== null &&
        createPortal(
          <div data-sheet="a4">
            <Paper day={day} closed={closed} printed={printed} />
          </div>,
          document.body,
        )}
    </>
  );
}

function Paper({ day, closed, printed }: { day: CloseOutDay; closed: Close; printed: number }) {
  const { lines, money } = closed.signed;
  return (
    <article className="paper">
      <header>
        <p className="paper-brand">{APP_NAME}</p>
        <h1>Close-out</h1>
      </header>
      <dl>
        {(
          [
            ['Reference', closed.ref],
            ['Delivery Associate', closed.officer.name],
            ['Hub', day.hub.name],
            ['Day', showDate(day.day)],
            ['Closed', `${showPaperTime(closed.closed_at)} by ${closed.taker.name}`],
            ...MONEY_WORDS.map(([name, words]) => [words, showNaira(money[name])] as const),
            ...(closed.note ? [['Note', closed.note] as const] : []),
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            <th>Product</th>
            <th className="paper-figure">Issued</th>
            <th className="paper-figure">Returned</th>
            <th className="paper-figure">Sold</th>
            <th className="paper-figure">In hand</th>
            <th className="paper-figure">Counted</th>
            <th className="paper-figure">Missing</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.product_id}>
              <td>{line.name}</td>
              {[line.issued, line.returned, line.sold, line.left].map((units, at) => (
                <td key={at} className="paper-figure">
                  {casesText(units, line.case_count)}
                </td>
              ))}
              <td className="paper-figure">{line.counted === null ? '' : casesText(line.counted, line.case_count)}</td>
              <td className="paper-figure">
                {missingOf(line) === 0 ? '' : casesText(missingOf(line), line.case_count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="paper-signatures">
        {[closed.officer, closed.taker].map((one, at) => (
          <div key={at}>
            {one.typed ? <p>{one.mark} (typed)</p> : <Drawn path={one.mark} label={`Signature of ${one.name}`} />}
            <p>{one.name}</p>
          </div>
        ))}
      </div>
      <p className="paper-printed">Printed {showPaperTime(printed)}</p>
    </article>
  );
}
