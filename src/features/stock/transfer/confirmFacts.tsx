/** What the confirmation dialog says beside the documents' sentence: the goods, both parties, and what the server will refuse. */
import type { ReactNode } from 'react';
import { useContact } from '#crud/query/useSession.ts';
import { withThousands } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { comesBack, KINDS, type KindFacts, kindOf } from '#domain/transfer.ts';
import { casesText, sizeText } from '#domain/units.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { Button, type ButtonLook } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { ShortRows } from '../../lines/parts/ShortRows.tsx';
import { ifNothingChanges } from '../parts/queue/ahead.ts';
import type { Undecided } from '../parts/queue/undecided.tsx';
import { movedOf } from './end/moved.ts';
import type { LotlessLine } from './lots/lineLots.ts';
import type { Shortages } from './useShortages.ts';

type Header = NonNullable<TransferView['header']>;

/** "48 cases into Mushin Hub" and "from Golden Gate Foods". `size`: null in a blind count. */
export function movesText(header: Header, size: string | null): { what: string; other: string } {
  const kind = kindOf(header.source_type, header.destination_type);
  const isOut = kind !== 'transfer' && KINDS[kind].direction === 'out';
  const way = isOut ? `out of ${header.source_name}` : `into ${header.destination_name}`;
  return {
    what: size === null ? `${way.slice(0, 1).toUpperCase()}${way.slice(1)}` : `${size} ${way}`,
    other: isOut ? `to ${header.destination_name}` : `from ${header.source_name}`,
  };
}

/** `isHidden`: hides the size, because the count is blind and the size would reveal the expected quantity. */
export function WhatMoves({ view, isHidden }: { view: TransferView; isHidden: boolean }) {
  if (!view.header) return null;
  const { what, other } = movesText(view.header, isHidden ? null : sizeText(movedOf(view.lines)));
  return (
    <p className="figures text-2xl font-semibold leading-tight [overflow-wrap:anywhere]">
      {what} <span className="mt-0.5 block text-lg font-normal text-ink-soft">{other}</span>
    </p>
  );
}

/**
 * The look of every button that completes a transfer, so that the same act has the same colour. It is amber if the transfer will wait on this tablet.
 * `isQuiet`: another button is the filled one.
 */
export function completeLook(online: boolean, isQuiet: boolean): ButtonLook {
  if (online) return isQuiet ? 'plain' : 'primary';
  return isQuiet ? 'waiting' : 'primaryWaiting';
}

/** Says what happens to a confirmation without a server. `isShort`: the transfer takes more than the source holds by the stock on this tablet. */
export function WaitsHere({ isShort }: { isShort: boolean }) {
  const { online } = useContact();
  return online ? null : (
    <Notice tone="wait" icon="cloudOff">
      The server does not answer. The transfer waits on this tablet,{' '}
      {isShort ? 'and comes back to you if there is still too little then.' : 'and completes automatically.'}
    </Notice>
  );
}

/** "55" for whole cases, otherwise "55 cases 3 units". */
const shortSize = (units: number, caseCount: number) =>
  units % caseCount === 0 ? withThousands(String(units / caseCount)) : casesText(units, caseCount);

/**
 * The products of which the source holds too little, the time of that stock, and buttons to correct the lines. The person can confirm the lines
 * unchanged, because the stock may change and the server decides.
 */
export function ShortLines({
  lines,
  shortages,
  onTake,
  onRemove,
}: {
  lines: readonly LineView[];
  shortages: Shortages;
  /** Lowers a line to the available units. */
  onTake: (line: LineView, units: number) => Promise<boolean>;
  /** Removes a line whose goods are not there. */
  onRemove: (line: LineView) => Promise<unknown>;
}) {
  const rows = lines.flatMap((line) => {
    const shortage = shortages.lines.get(line.product_id);
    if (!shortage) return [];
    const { product_id: id, name, case_count: caseCount } = line;
    return shortage.there > 0
      ? {
          id,
          name,
          shortage,
          caseCount,
          act: `Take ${shortSize(shortage.there, caseCount)}`,
          onAct: () => onTake(line, shortage.there),
        }
      : { id, name, shortage, caseCount, act: 'Remove it', onAct: () => onRemove(line) };
  });
  return (
    <ShortRows rows={rows}>
      {shortages.at !== null && <p className="mt-1 text-sm">{ifNothingChanges(Math.floor(shortages.at / 1_000))}</p>}
    </ShortRows>
  );
}

/** The lines with a doubt: their figure is probably a slip, two people entered different figures, or their lot has expired. Each has a button to change it. */
export function DoubtfulLines({
  lines,
  doubts,
  onChange,
  isTooSoon = () => false,
}: {
  lines: readonly Pick<LineView, 'product_id' | 'name'>[];
  doubts: ReadonlyMap<string, string>;
  /** Opens the field of a line. */
  onChange: (productId: string) => void;
  /** Whether the press comes from the Enter that opened the dialog. */
  isTooSoon?: (press: { detail: number }) => boolean;
}) {
  const doubtful = lines.filter((line) => doubts.has(line.product_id));
  if (doubtful.length === 0) return null;
  return (
    <Notice tone="wait" icon="alert" role="alert">
      <ul className="flex flex-col gap-2">
        {doubtful.map(({ product_id, name }, index) => (
          <li key={product_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="figures min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
              <span className="block font-semibold">{name}</span>
              {doubts.get(product_id)}
            </span>
            <Button
              data-first={index === 0 || undefined}
              aria-label={`Change ${name}`}
              onClick={(event) => !isTooSoon(event) && onChange(product_id)}
            >
              Change
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The lines whose goods move without a lot. Each has a button that opens it at its lot. The lot may be left out. */
export function LotlessLines({
  lines,
  onLot,
  isTooSoon,
}: {
  lines: readonly LotlessLine[];
  onLot: (productId: string) => void;
  isTooSoon: (press: { detail: number }) => boolean;
}) {
  return (
    <Notice tone="wait" icon="alert">
      <ul className="flex flex-col gap-2">
        {lines.map(({ product_id, name, words }) => (
          <li key={product_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="figures min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
              <span className="block font-semibold">{name}</span>
              {words}
            </span>
            <Button aria-label={`Add lot: ${name}`} onClick={(event) => !isTooSoon(event) && onLot(product_id)}>
              Add lot
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The words for lines that exceed the stock. Goods that go back exceed what the holder has, other goods exceed what is there. */
const tooMuch = (n: number, { kind }: KindFacts, holder: string) =>
  comesBack(kind)
    ? plural(n, `# product is more than ${holder} holds`, `# products are more than ${holder} holds`)
    : plural(n, '# product asks for more than is there', '# products ask for more than is there');

/** The number of lines that exceed the stock, as a button that leads to the first one. */
export function TooMuch({
  kind,
  view,
  shortages,
  onShow,
}: {
  kind: KindFacts;
  view: TransferView;
  shortages: Shortages;
  /** Leads to the line of a product. */
  onShow: (productId: string) => void;
}) {
  const first = view.lines.find((line) => shortages.lines.has(line.product_id));
  return (
    <ToFirst tone="bg-bad-soft text-bad" onShow={() => first && onShow(first.product_id)}>
      {tooMuch(shortages.lines.size, kind, view.header?.source_name ?? '')}
    </ToFirst>
  );
}

/** The number of lines with a doubt, as a button that leads to the first one. */
export function ToCheck({
  view,
  doubts,
  onShow,
}: {
  view: { lines: readonly { product_id: string }[] };
  doubts: ReadonlyMap<string, string>;
  /** Leads to the line of a product. */
  onShow: (productId: string) => void;
}) {
  const first = view.lines.find((line) => doubts.has(line.product_id));
  return (
    <ToFirst tone="bg-wait-soft text-wait" onShow={() => first && onShow(first.product_id)}>
      {plural(doubts.size, '# line to check', '# lines to check')}
    </ToFirst>
  );
}

/** Says that the transfer cannot be completed before the person decided about lines that a colleague also changed. The button opens the choice. */
export function ToDecide({ of }: { of: Undecided }) {
  return (
    <ToFirst tone="bg-bad-soft text-bad" act="Resolve" onShow={() => of.decide()}>
      {of.words}
    </ToFirst>
  );
}

/** The button stands beside the totals. A phone has no space there and shows it above them. */
const ToFirst = ({
  tone,
  act = 'Show',
  onShow,
  children,
}: {
  tone: string;
  act?: string;
  onShow: () => void;
  children: ReactNode;
}) => (
  <button
    type="button"
    onClick={onShow}
    className={classes(
      'flex min-h-tap min-w-0 max-w-80 flex-1 items-center justify-between gap-3 rounded-field px-3 text-left text-sm font-semibold leading-tight max-sm:order-first max-sm:max-w-none max-sm:basis-full',
      tone,
    )}
  >
    {children}
    <span className="underline">{act}</span>
  </button>
);
