import { useEffect, useState } from 'react';
import { shortageText } from '#domain/stockLimit.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesAndUnits } from '#domain/units.ts';
import { type SeenScan, withNewest } from '../../scan/lastScans.ts';
import type { Scanner } from '../useScans.ts';

/** The last three scans since the desk opened, the newest first. */
export function useLastScans(last: Scanner['last']): readonly SeenScan[] {
  const [seen, setSeen] = useState<readonly SeenScan[]>([]);
  useEffect(() => {
    // The last scan was undone.
    if (!last) return setSeen((before) => before.slice(1));
    const { name, line, shortage } = last;
    const { case_count } = line.about;
    const quantity = casesAndUnits(movedQuantity(line), case_count);
    const warning = shortage ? shortageText(shortage, case_count) : undefined;
    setSeen((before) => withNewest(before, { name, ...quantity, at: Math.floor(Date.now() / 1_000), warning }));
  }, [last]);
  return seen;
}
