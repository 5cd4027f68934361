import { useEffect, useMemo, useState } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { Pickables } from '../../parts/parties.ts';
import type { Entry } from '../desk/entry/useEntry.ts';
import { type LotlessLine, lotlessLines } from './lineLots.ts';
import type { LotFields } from './lotFields.ts';

/**
 * The lines that would move without a lot, and the act that opens one of them at its lot. `show` opens the figure of a line. `edit` opens its dialog, which has
 * the lots of a line that names some already.
 */
export function useLotOpening(
  lines: readonly LineView[],
  pickables: Pickables,
  entry: Entry,
  fields: LotFields,
  { show, edit }: { show: (productId: string) => void; edit: (line: LineView) => void },
): { lotless: readonly LotlessLine[]; askLot: (productId: string) => void } {
  const lotless = useMemo(() => lotlessLines(lines, pickables), [lines, pickables]);
  const [wanted, setWanted] = useState<string | null>(null);
  const { chosen } = entry;
  useEffect(() => {
    if (wanted === null || chosen?.productId !== wanted) return;
    setWanted(null);
    // The figure takes the focus when its card is drawn, and the closed dialog returns it a moment later.
    afterPaint(() => fields.code.current?.focus());
  }, [wanted, chosen, fields]);
  const askLot = useEvent((productId: string) => {
    const line = lines.find((one) => one.product_id === productId);
    if (line?.lots) {
      edit(line);
      afterPaint(() => document.querySelector<HTMLInputElement>('[data-panel] [data-unnamed]')?.focus());
      return;
    }
    setWanted(productId);
    show(productId);
  });
  return { lotless, askLot };
}
