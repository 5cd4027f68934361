import { useSession } from '#crud/query/useSession.ts';
import { DISCREPANCY_LABEL } from '#domain/discrepancy.ts';
import { showDate, showPaperTime } from '#domain/longTime.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { type PaperFact, PrintSheet } from '#ui/paper/Sheet.tsx';
import { shownReason } from '../discrepancies/cells.tsx';
import { type ClaimLines, type ClaimRow, signedValue } from './claimRow.ts';

/** "Mushin Hub, 12 Agege Road". */
const place = (name: string, address: string) => (address === '' ? name : `${name}, ${address}`);

/** Prints the paper of a claim and no other part of the screen (DISC-24). */
export function PrintClaim({ row, details }: { row: ClaimRow; details: ClaimLines }) {
  const facts: PaperFact[] = [
    ['Reference', row.ref],
    ['To', place(row.distributor.name, details.supplier_address)],
    ...details.hubs.map(({ name, address }): PaperFact => ['Received at', place(name, address)]),
    ['Date', showPaperTime(row.sent_at ?? row.created)],
    ...(row.note ? [['Note', row.note] as const] : []),
    ...(row.status === 'cancelled' ? [['Cancelled', row.closed_note] as const] : []),
    ...(row.settled_amount === null
      ? []
      : [['Credit note', `${row.settled_number}, ${showNaira(row.settled_amount)}`] as const]),
  ];
  return (
    <PrintSheet title="Claim" facts={facts} by={useSession().profile?.name}>
      {() => (
        <>
          <p>These goods came short, over or damaged. Please send a credit note, or the goods.</p>
          <table>
            <thead>
              <tr>
                <th>#</th>
                <th>Product</th>
                <th>Receipt</th>
                <th>Hub</th>
                <th>Kind</th>
                <th className="paper-figure">Expected</th>
                <th className="paper-figure">Accepted</th>
                <th className="paper-figure">Quantity</th>
                <th className="paper-figure">Value</th>
              </tr>
            </thead>
            <tbody>
              {details.lines.map((line, at) => {
                const { case_count, barcode_case, barcode_unit } = line.product;
                const code = barcode_case || barcode_unit;
                // Returned goods were accepted earlier, so no quantity was expected.
                const isBack = line.receipt.kind === 'shipment_out';
                const note = [shownReason(line), isBack ? 'sent back' : ''].filter(Boolean).join(', ');
                const expected = line.quantity === 0 ? 'Nothing' : casesText(line.quantity, case_count);
                return (
                  <tr key={line._id}>
                    <td>{at + 1}</td>
                    <td>
                      {line.product.name}
                      {line.note && <small> ({line.note})</small>}
                      {code && <small className="paper-code">{code}</small>}
                    </td>
                    <td>
                      {line.receipt.ref}
                      <small className="paper-code">{showDate(line.at)}</small>
                    </td>
                    <td>{line.hub?.name ?? ''}</td>
                    <td>
                      {DISCREPANCY_LABEL[line.kind]}
                      {note && <small className="paper-code">{note}</small>}
                    </td>
                    <td className="paper-figure">{isBack ? '' : expected}</td>
                    <td className="paper-figure">{isBack ? '' : casesText(line.moved, case_count)}</td>
                    <td className="paper-figure">{casesText(line.units, case_count)}</td>
                    <td className="paper-figure">{showNaira(signedValue(line))}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p className="paper-total">
            <span>{plural(details.lines.length, '# line', '# lines')}</span>
            <strong>Amount {showNaira(row.amount)}</strong>
          </p>
          <div className="paper-signatures">
            <p>Claimed by</p>
            <p>Accepted by the supplier</p>
          </div>
        </>
      )}
    </PrintSheet>
  );
}
