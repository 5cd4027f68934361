/** What the question before a transfer says beside the documents' sentence: what moves, from where, to where, and what the server will refuse. */
import { useState } from 'react';
import { useContact } from '#crud/query/useSession.ts';
import { withThousands } from '#domain/money.ts';
import type { Shortage } from '#domain/stockLimit.ts';
import { showClock } from '#domain/time.ts';
import { KINDS, kindOf, movedQuantity } from '#domain/transfer.ts';
import { casesText, sizeText } from '#domain/units.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { movedOf } from './end/moved.ts';
import type { Shortages } from './useShortages.ts';

type Header = NonNullable<TransferView['header']>;

/** "48 cases into Mushin Hub" and "from Golden Gate Foods". `size`: null where the count is blind. */
export function movesText(header: Header, size: string | null): { what: string; other: string } {
  const kind = kindOf(header.source_type, header.destination_type);
  const isOut = kind !== 'transfer' && KINDS[kind].direction === 'out';
  const way = isOut ? `out of ${header.source_name}` : `into ${header.destination_name}`;
  return {
    what: size === null ? `${way.slice(0, 1).toUpperCase()}${way.slice(1)}` : `${size} ${way}`,
    other: isOut ? `to ${header.destination_name}` : `from ${header.source_name}`,
  };
}

/** `isHidden`: how much it is would tell what was expected. */
export function WhatMoves({ view, isHidden }: { view: TransferView; isHidden: boolean }) {
  const { online } = useContact();
  if (!view.header) return null;
  const { what, other } = movesText(view.header, isHidden ? null : sizeText(movedOf(view.lines)));
  return (
    <>
      <p className="figures text-xl font-semibold leading-tight [overflow-wrap:anywhere]">
        {what} <span className="block text-base font-normal text-ink-soft">{other}</span>
      </p>
      {!online && (
        <Notice tone="wait" icon="cloudOff">
          The server does not answer. It waits on this tablet, and completes by itself.
        </Notice>
      )}
    </>
  );
}

/** "55" in whole cases, else "55 cases 3 units". */
const shortSize = (units: number, caseCount: number) =>
  units % caseCount === 0 ? withThousands(String(units / caseCount)) : casesText(units, caseCount);

/** "55 cases there: the server will refuse 99." `units`: what is asked for. */
export const refusalText = (there: number, units: number, caseCount: number): string =>
  `${casesText(there, caseCount)} there: the server will refuse ${shortSize(units, caseCount)}.`;

/**
 * The products of which the source does not hold enough, with the age of that stock, and the way out. They can be confirmed all the same, because stock moves
 * meanwhile and the server decides.
 */
export function ShortLines({
  lines,
  shortages,
  onTake,
}: {
  lines: readonly LineView[];
  shortages: Shortages;
  /** Takes what is there of a line, in units. */
  onTake: (line: LineView, units: number) => Promise<boolean>;
}) {
  const [busy, setBusy] = useState(false);
  if (shortages.lines.size === 0) return null;
  const take = (line: LineView, { there }: Shortage) => {
    setBusy(true);
    void onTake(line, there).finally(() => setBusy(false));
  };
  return (
    <Notice tone="bad" icon="alert" role="alert">
      <ul className="flex flex-col gap-2">
        {lines.map((line) => {
          const shortage = shortages.lines.get(line.product_id);
          if (!shortage) return null;
          return (
            <li key={line.product_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="figures min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
                <span className="block font-semibold">{line.name}</span>
                {refusalText(shortage.there, movedQuantity(line), line.case_count)}
              </span>
              {shortage.there > 0 && (
                <Button busy={busy} onClick={() => take(line, shortage)}>
                  Take {shortSize(shortage.there, line.case_count)}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {shortages.at !== null && (
        <p className="mt-1 text-sm">
          By the stock of {showClock(Math.floor(shortages.at / 1_000))}. The server decides.
        </p>
      )}
    </Notice>
  );
}
