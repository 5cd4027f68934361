import { useState } from 'react';
import { shortageText } from '#domain/stockLimit.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesAndUnits } from '#domain/units.ts';
import { type SeenScan, withNewest } from '../../scan/lastScans.ts';
import type { LastScan, Scanner } from '../useScans.ts';

/** The last three scans since the desk opened, the newest first. */
export function useLastScans(last: Scanner['last']): readonly SeenScan[] {
  const [shown, setShown] = useState<{ last: Scanner['last']; seen: readonly SeenScan[] }>({ last: null, seen: [] });
  if (last === shown.last) return shown.seen;
  // Null: the last scan was undone. Set while rendering, so that a scan renders its screen once.
  const seen = last ? withNewest(shown.seen, seenOf(last)) : shown.seen.slice(1);
  setShown({ last, seen });
  return seen;
}

function seenOf({ name, line, shortage, at }: LastScan): SeenScan {
  const { case_count } = line.about;
  const warning = shortage ? shortageText(shortage, case_count) : undefined;
  return { name, ...casesAndUnits(movedQuantity(line), case_count), at: Math.floor(at / 1_000), warning };
}
