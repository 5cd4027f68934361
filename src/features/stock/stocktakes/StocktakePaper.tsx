import { createPortal } from 'react-dom';
import { ADJUST_LABEL } from '#contract/stock/stockCalls.ts';
import { showPaperTime } from '#domain/longTime.ts';
import { showNaira } from '#domain/money.ts';
import { APP_NAME } from '#domain/permissions.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { usePrinting } from '#ui/hooks/usePrinting.ts';
import { byValue, differing, type Results, sidesOf } from './results.ts';

/** Prints the paper of a posted stocktake and nothing else of the screen, also with the browser's own print command. */
export function PrintStocktake({ told }: { told: Results }) {
  const printed = usePrinting();
  return (
    <>
      <Button icon="print" onClick={() => window.print()}>
        Print
      </Button>
      {printed !== null &&
        createPortal(
          <div data-sheet="a4">
            <StocktakePaper told={told} printed={printed} />
          </div>,
          document.body,
        )}
    </>
  );
}

/** `printed`: the time of printing in epoch seconds, by this device's clock. */
function StocktakePaper({ told, printed }: { told: Results; printed: number }) {
  const { short, over } = sidesOf(told.lines);
  const rows = byValue(differing(told.lines));
  const facts: [string, string][] = [
    ['Reference', told.ref],
    ['Warehouse', told.warehouse.name],
    ['Scope', told.scope_name],
    ['Counted', `${told.counted} of ${told.products}`],
    ['Counted by', told.people.map((one) => one.name).join(', ')],
    ['Posted', `${told.closed_at === null ? '' : showPaperTime(told.closed_at)} by ${told.closed_by?.name ?? ''}`],
  ];
  return (
    <article className="paper">
      <header>
        <p className="paper-brand">{APP_NAME}</p>
        <h1>Stocktake</h1>
      </header>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>Product</th>
            <th className="paper-figure">Books</th>
            <th className="paper-figure">Counted</th>
            <th className="paper-figure">Difference</th>
            <th className="paper-figure">Value</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.product_id}>
              <td>{at + 1}</td>
              <td>
                {row.product.name} <small>({ADJUST_LABEL[row.reason ?? 'count']})</small>
              </td>
              <td className="paper-figure">{casesText(row.book, row.product.case_count)}</td>
              <td className="paper-figure">{casesText(row.counted ?? 0, row.product.case_count)}</td>
              <td className="paper-figure">{casesText(row.difference ?? 0, row.product.case_count)}</td>
              <td className="paper-figure">{showNaira(row.value ?? '0')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="paper-total">
        <span>{plural(rows.length, '# product differs', '# products differ')}</span>
        <strong>
          Short {showNaira(short.kobo)}, over {showNaira(over.kobo)}
        </strong>
      </p>
      <div className="paper-signatures">
        <p>Counted by</p>
        <p>Approved by</p>
      </div>
      <p className="paper-printed">Printed {showPaperTime(printed)}</p>
    </article>
  );
}
