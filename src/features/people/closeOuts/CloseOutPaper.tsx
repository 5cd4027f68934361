import type { CloseOutDay } from '#contract/closeout/closeOutCalls.ts';
import { missingOf } from '#domain/closeOut.ts';
import { showDate, showPaperTime } from '#domain/longTime.ts';
import { showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { type PaperFact, PrintSheet } from '#ui/paper/Sheet.tsx';
import { MONEY_WORDS } from './DayFigures.tsx';
import { Drawn } from './SignaturePad.tsx';

type Close = NonNullable<CloseOutDay['closed']>;

/** Prints a close-out as it was signed, and nothing else of the screen (CLO-12). */
export function PrintCloseOut({ day, closed }: { day: CloseOutDay; closed: Close }) {
  const { lines, money } = closed.signed;
  const facts: PaperFact[] = [
    ['Reference', closed.ref],
    ['Delivery Associate', closed.officer.name],
    ['Hub', day.hub.name],
    ['Day', showDate(day.day)],
    ['Closed', `${showPaperTime(closed.closed_at)} by ${closed.taker.name}`],
    ...MONEY_WORDS.map(([name, words]) => [words, showNaira(money[name])] as const),
    ...(closed.note ? [['Note', closed.note] as const] : []),
  ];
  return (
    <PrintSheet title="Close-out" facts={facts}>
      {() => (
        <>
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
                  <td className="paper-figure">
                    {line.counted === null ? '' : casesText(line.counted, line.case_count)}
                  </td>
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
        </>
      )}
    </PrintSheet>
  );
}
