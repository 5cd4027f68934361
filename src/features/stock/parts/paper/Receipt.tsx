import { showPaperTime } from '#domain/longTime.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { syncWords } from '#domain/syncWords.ts';
import { casesText } from '#domain/units.ts';
import { type PaperFact, PaperFoot, PaperHead } from '#ui/paper/Sheet.tsx';
import type { PaperSize } from './PrintQuestion.tsx';
import { differenceOnPaper, differencesOnPaper, movedSize, type Paper, priceText } from './paper.ts';

interface Props {
  paper: Paper;
  size: PaperSize;
  /** The time of printing in epoch seconds, by this device's clock. */
  printed: number;
  /** The name of the person who prints. */
  by: string | undefined;
  /** The address of a hub, by hub id. '' if it is unknown. */
  addressOf: (hub: string | null) => string;
}

/**
 * The printed paper, for A4 and for an 80 mm roll. Until the server confirmed the transfer, it says PROVISIONAL and shows the device's reference
 * (B11.1).
 */
export function Receipt({ paper, size, printed, by, addressOf }: Props) {
  const { completed, lines } = paper;
  const differs = lines.some((line) => line.quantity !== line.moved);
  const differences = differencesOnPaper(lines);
  const facts: PaperFact[] = [
    ...(paper.ref ? [['Reference', paper.ref] as const] : []),
    ...(completed ? [['Completed', `${showPaperTime(completed.at)} by ${completed.by}`] as const] : []),
    ...(paper.device ? [['Device reference', paper.device] as const] : []),
    ...paper.reversal,
    ...paper.handover,
    ['Date', showPaperTime(paper.timestamp)],
    ['From', place(paper.from, addressOf(paper.hubs.from))],
    ['To', place(paper.to, addressOf(paper.hubs.to))],
  ];
  return (
    <article className="paper">
      <PaperHead title={completed ? `${paper.label} receipt` : paper.label} facts={facts}>
        {!completed && <Provisional />}
      </PaperHead>
      {size === 'a4' ? <Wide lines={lines} differs={differs} /> : <Narrow lines={lines} />}
      <p className="paper-total">
        <span>
          {plural(lines.length, '# product', '# products')}, {movedSize(lines)}
          {differences && ` (${differences})`}
        </span>
        <strong>
          Amount {showNaira(paper.amount)}
          {paper.accepted !== paper.amount && `, accepted ${showNaira(paper.accepted)}`}
        </strong>
      </p>
      {paper.uncounted && <p>{paper.uncounted}</p>}
      <DeliverySignatures />
      {!completed && <Provisional />}
      <PaperFoot printed={printed} by={by} />
    </article>
  );
}

/** The places where the giver and the taker of the goods sign. */
export function DeliverySignatures() {
  return (
    <div className="paper-signatures">
      <p>Delivered by</p>
      <p>Received by</p>
    </div>
  );
}

/** A party's name and its address. */
const place = (name: string, address: string) => (address === '' ? name : `${name}, ${address}`);

function Provisional() {
  return (
    <p className="paper-provisional">
      <strong>{syncWords.provisional}</strong>
      <span>Stock has not moved yet.</span>
    </p>
  );
}

function Wide({ lines, differs }: { lines: Paper['lines']; differs: boolean }) {
  return (
    <table>
      <thead>
        <tr>
          <th>#</th>
          <th>Product</th>
          {differs && <th className="paper-figure">Expected</th>}
          <th className="paper-figure">{differs ? 'Accepted' : 'Quantity'}</th>
          {differs && <th className="paper-figure">Difference</th>}
          <th className="paper-figure">Price</th>
          <th className="paper-figure">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.product_id}>
            <td>{index + 1}</td>
            <td>
              {line.name}
              {line.reason && <small> ({line.reason})</small>}
              {line.lots && <small className="paper-code">{line.lots}</small>}
              {line.code && <small className="paper-code">{line.code}</small>}
            </td>
            {differs && <td className="paper-figure">{expectedText(line)}</td>}
            <td className="paper-figure">{casesText(line.moved, line.case_count)}</td>
            {differs && <td className="paper-figure">{differenceOnPaper(line)}</td>}
            <td className="paper-figure">{priceText(line)}</td>
            <td className="paper-figure">{showNaira(line.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const expectedText = ({ quantity, case_count }: Paper['lines'][number]) =>
  quantity === 0 ? 'Nothing' : casesText(quantity, case_count);

function Narrow({ lines }: { lines: Paper['lines'] }) {
  return (
    <ol>
      {lines.map((line) => (
        <li key={line.product_id}>
          <span>{line.name}</span>
          <span className="paper-row">
            <span>
              {casesText(line.moved, line.case_count)}
              {line.moved !== line.quantity &&
                (line.quantity === 0
                  ? ', not expected'
                  : ` of ${casesText(line.quantity, line.case_count)}, ${differenceOnPaper(line)}`)}
              {line.reason && `, ${line.reason.toLowerCase()}`}
            </span>
            <span>{showNaira(line.value)}</span>
          </span>
          <small>{[line.lots, line.code, priceText(line)].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ol>
  );
}
