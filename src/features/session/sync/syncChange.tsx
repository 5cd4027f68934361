import { isOfStocktake } from '#domain/lanePositions.ts';
import { lotsWords } from '#domain/lotWords.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { acceptedValue } from '#domain/receiving.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { isKnown, type Op, type TransferHeader, type TransferLine, valuedLine } from '#offline/outbox/op.ts';
import { stepName } from '#offline/outbox/queueRules.ts';
import { OfTransfer, OnServer } from './OfTransfer.tsx';
import { whenText } from './when.ts';

const VERB = {
  create: 'New transfer',
  header: 'Transfer details',
  upsert: 'Product',
  remove: 'Remove product',
  execute: 'Complete transfer',
  reverse: 'Reverse receipt',
  give: 'Hand over',
  take: 'Take goods',
  open: 'Start stocktake',
  count: 'Count',
  finish: 'Finish my part',
} as const;

/**
 * Describes a change. `claimed`: it comes from a file, so texts that only the file knows are left out or marked (SEC-20). `inCard`: the card around it
 * names the transfer.
 */
export function What({
  op,
  head: of,
  claimed = false,
  inCard = false,
}: {
  op: Op;
  head: TransferHeader | undefined;
  claimed?: boolean;
  inCard?: boolean;
}) {
  const bare = (claimed && (op.type === 'execute' || op.type === 'take')) || op.type === 'finish' || op.type === 'give';
  return (
    // The text has a minimum width. A phone shows the state below the text.
    <div className="min-w-0 flex-[1_1_min(14rem,100%)]">
      {isKnown(op) ? (
        <p className="font-semibold">
          {VERB[op.type]}
          {!bare && (
            <>
              : <span className="font-normal">{detailOf(op)}</span>
            </>
          )}
        </p>
      ) : (
        // The content of an unknown kind of change is not shown.
        <p className="font-semibold first-letter:uppercase">{stepName(op)}</p>
      )}
      {!inCard &&
        op.type !== 'create' &&
        op.type !== 'header' &&
        !isOfStocktake(op) &&
        (claimed && !of ? <OnServer transfer={op.transfer} /> : <OfTransfer op={op} head={of} />)}
      <p className="text-sm text-ink-faint">
        {claimed ? 'Saved, as the file says,' : 'Saved'} {whenText(op.saved_at, Date.now())} by {op.user_name}
      </p>
    </div>
  );
}

function detailOf(op: Op): string {
  const line = op.payload as TransferLine;
  const head = op.payload as TransferHeader;
  switch (op.type) {
    case 'upsert':
      return `${line.about.name}, ${casesText(movedQuantity(line), line.about.case_count)}${worthOf(line)}`;
    case 'remove':
      return line.about.name;
    case 'execute':
      return plural((op as Op<'execute'>).payload.lines, '# product', '# products');
    case 'reverse':
      return (op as Op<'reverse'>).payload.reason;
    case 'take':
      return `from ${(op as Op<'take'>).payload.about.giver_name}`;
    case 'open':
      return (op as Op<'open'>).payload.about.warehouse_name;
    case 'count': {
      const { about, quantity, place, lots } = (op as Op<'count'>).payload;
      const named = lots ? [lotsWords(lots, about.case_count)] : [];
      return [about.name, casesText(quantity, about.case_count), ...named, ...(place ? [place] : [])].join(', ');
    }
    default:
      return `${head.source_name} to ${head.destination_name}`;
  }
}

/** The accepted worth as ", ₦41,000" (decision 0334). '' for goods that nobody ordered and whose price this tablet does not know. */
function worthOf(of: TransferLine): string {
  const line = valuedLine(of);
  if (line.quantity === 0 && !line.unexpectedRate) return '';
  return `, ${showNaira(acceptedValue(line, () => 0))}`;
}

/** The action of a change, part of the name of its article. */
export const verbOf = (op: Op): string => (isKnown(op) ? VERB[op.type] : stepName(op));
