/** The cells of a purchase order's row. */
import { Link } from '#crud/Link.tsx';
import { isDatedApart, PARTY_LABEL, type PartyType, type TransferKind, toneOf } from '#domain/transfer.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { LineIcon } from '#ui/Icon.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { momentText } from '#ui/when.ts';
import type { OrderHead } from './orderValues.ts';
import { useWaitingReversal } from './reversal/waitingReversal.ts';

export const tagOf = (row: OrderHead) => (row.tag === 'receipt' ? 'Receipt' : 'Purchase order');

const TITLE: Readonly<Record<TransferKind, string>> = {
  shipment_in: 'Shipment',
  shipment_out: 'Rejection',
  stock_in: 'Return',
  stock_out: 'Issue',
  transfer: 'Transfer',
};
/** Describes a purchase order in words: "Return from Yusuf Abubakar to Mushin Hub". */
export const orderTitle = ({ kind, source_obj: from, destination_obj: to }: OrderHead): string =>
  `${TITLE[kind]} from ${from.name} to ${to.name}`;

/** The state of an order: a dashed ring while the order waits, a tick after its goods moved. */
export function State({ row: { tag } }: { row: OrderHead }) {
  const isDone = tag === 'receipt';
  return (
    <span className={isDone ? 'text-good' : 'text-wait'}>
      <LineIcon d={isDone ? TICKED : RING} size={16} />
      <span className="sr-only">{isDone ? 'Completed' : 'Not completed'} </span>
    </span>
  );
}

/** The reference after the state of the order. */
export function Ref({ row }: { row: OrderHead }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <State row={row} />
      <Link to={`/purchase-orders/${row._id}`} className="touch-tap row-link figures whitespace-nowrap">
        {row.ref}
      </Link>
      <Reversed row={row} />
    </span>
  );
}
/** Says whether a receipt is reversed, waits for its reversal on this tablet or on the server, or reverses another receipt. */
function Reversed({ row }: { row: OrderHead }) {
  const { _id, reversal } = row;
  const { op } = useWaitingReversal(row);
  if (op)
    return (
      <Badge tone={op.state === 'attention' ? 'bad' : 'wait'}>
        {op.state === 'attention' ? 'Reversal refused' : 'Reversal waits'}
        {op.state !== 'attention' && <span className="sr-only"> to be sent</span>}
      </Badge>
    );
  if (!reversal) return null;
  if (reversal.status === 'asked') return <Badge tone="wait">To approve</Badge>;
  return <Badge>{reversal.order?._id === _id ? 'Reversal' : 'Reversed'}</Badge>;
}

const TICKED = 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Zm-12.5.3 2.5 2.5 4.5-5';
const RING =
  'M12 3a9 9 0 0 1 3.4.7m3 2A9 9 0 0 1 20.3 8.6m.7 3.4a9 9 0 0 1-.7 3.4m-2 3a9 9 0 0 1-2.9 1.9M12 21a9 9 0 0 1-3.4-.7m-3-2a9 9 0 0 1-1.9-2.9M3 12a9 9 0 0 1 .7-3.4m2-3a9 9 0 0 1 2.9-1.9';
/** The arrows: goods in point down, goods out up, goods back to the left, goods to another hub to the right. */
const KIND_ICON: Readonly<Record<TransferKind, string>> = {
  shipment_in: 'M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M4 19.5h16',
  shipment_out: 'M12 16V5m0 0 4.5 4.5M12 5 7.5 9.5M4 19.5h16',
  stock_in: 'M9 6 4 11l5 5m-5-5h10a6 6 0 0 1 6 6v1',
  stock_out: 'm15 6 5 5-5 5m5-5H10a6 6 0 0 0-6 6v1',
  transfer: 'M4 8h14m0 0-4-4m4 4-4 4M20 16H6m0 0 4-4m-4 4 4 4',
};

/**
 * The date of an order (PO-07). If the order was made on another day, the time of making is shown beside the date. The date is amber while the goods have
 * not moved.
 */
export function Dated({ row }: { row: OrderHead }) {
  if (!isDatedApart(row.timestamp, row.created)) return <Moment at={row.timestamp} />;
  return (
    <span className="beside">
      <span className={row.tag === 'receipt' ? undefined : 'text-wait'}>
        <Moment at={row.timestamp} />
      </span>
      <span className="actual">Actual: {momentText(row.created)}</span>
    </span>
  );
}

/** The kind of a transfer: the icon in a quiet shade of the documents' colour (PO-17), and the word in the colour of text. */
export function Kind({ row }: { row: Pick<OrderHead, 'kind' | 'label'> }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <LineIcon d={KIND_ICON[row.kind]} size={18} className={`kind-${toneOf(row.kind)}`} />
      <span className="word-aside font-medium">{row.label}</span>
    </span>
  );
}

/**
 * A party's name. A card adds the party's type, if the name does not end with it. A row leaves the type to the kind of the order, because a type beside
 * some names would look like a part of the name.
 */
export function Party({ name, type, to = false }: { name: string; type: PartyType; to?: boolean }) {
  const word = PARTY_LABEL[type];
  return (
    <span className="beside gives">
      <span className="cut" title={`${name}, ${word.toLowerCase()}`}>
        {to && <span className="sm:hidden">to </span>}
        {name}
      </span>
      <span className={name.endsWith(word) ? 'sr-only' : 'sm:sr-only'}>{word.replace('Delivery ', '')}</span>
    </span>
  );
}
