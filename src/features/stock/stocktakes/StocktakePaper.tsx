import { ADJUST_LABEL } from '#contract/stock/stockCalls.ts';
import { useSession } from '#crud/query/useSession.ts';
import { showPaperTime } from '#domain/longTime.ts';
import { lotName } from '#domain/lotWords.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { type PaperFact, PrintSheet } from '#ui/paper/Sheet.tsx';
import { byValue, differing, type Results, sidesOf } from './results.ts';

/** Prints the paper of a posted stocktake and no other part of the screen. */
export function PrintStocktake({ results }: { results: Results }) {
  const facts: PaperFact[] = [
    ['Reference', results.ref],
    ['Warehouse', results.warehouse.name],
    ['Scope', results.scope_name],
    ['Counted', `${results.counted} of ${results.products}`],
    ['Counted by', results.people.map((one) => one.name).join(', ')],
    [
      'Posted',
      `${results.closed_at === null ? '' : showPaperTime(results.closed_at)} by ${results.closed_by?.name ?? ''}`,
    ],
  ];
  return (
    <PrintSheet title="Stocktake" facts={facts} by={useSession().profile?.name}>
      {() => <StocktakeSheet results={results} />}
    </PrintSheet>
  );
}

/** The differences, the largest value first, with their sums and the lines for signatures. */
export function StocktakeSheet({ results }: { results: Results }) {
  const { short, over } = sidesOf(results.lines);
  const rows = byValue(differing(results.lines));
  return (
    <>
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
                {(row.lots ?? [])
                  .filter((lot) => lot.difference !== 0)
                  .map((lot) => (
                    <small key={`${lot.code} ${lot.expires}`} className="block">
                      {lotName(lot)}: {casesText(lot.difference, row.product.case_count)}
                    </small>
                  ))}
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
    </>
  );
}
