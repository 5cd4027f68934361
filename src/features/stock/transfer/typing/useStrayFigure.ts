/** The figure that is typed behind a scan which was not counted: it is kept with the code, and no product gets it. */
import { useMemo, useRef, useState } from 'react';
import { newUuid } from '#client/uuid.ts';
import { plural } from '#domain/plural.ts';
import type { Counting } from '#ui/fields/useQuantity.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { Scanner } from '../useScans.ts';
import type { PadKeys } from './DockFrame.tsx';

/** More digits are no figure of cases. */
const MOST_DIGITS = 5;

interface Stray {
  /** The scan whose figure it is. */
  nth: number;
  id: string;
  digits: string;
}

/** `press`: the keys of the pad, of which digits and Backspace are these while a code waits and nothing is chosen. `text`: the kept figure in words; null: none. */
export function useStrayFigure(
  scanner: Pick<Scanner, 'unknown' | 'noteFigure'>,
  entry: { chosen: object | null; isUnknown: boolean; scansIn: Counting },
  keys: PadKeys,
): { press: PadKeys; text: string | null; isStray: boolean } {
  const { unknown } = scanner;
  const isStray = entry.isUnknown && entry.chosen === null && unknown !== null;
  const now = useRef<Stray | null>(null);
  const [shown, setShown] = useState<Stray | null>(null);
  const change = useEvent((make: (digits: string) => string) => {
    if (!unknown) return;
    const before = now.current?.nth === unknown.nth ? now.current : { nth: unknown.nth, id: newUuid(), digits: '' };
    const digits = make(before.digits).replace(/^0+/, '').slice(0, MOST_DIGITS);
    now.current = { ...before, digits };
    setShown(now.current);
    void scanner.noteFigure(unknown.code, { id: before.id, n: Number(digits), in: entry.scansIn });
  });
  const onDigit = useEvent((digit: string) => (isStray ? change((digits) => digits + digit) : keys.onDigit(digit)));
  const onBackspace = useEvent(() => (isStray ? change((digits) => digits.slice(0, -1)) : keys.onBackspace()));
  const press = useMemo(() => ({ ...keys, onDigit, onBackspace }), [keys, onDigit, onBackspace]);
  const n = shown?.nth === unknown?.nth ? Number(shown?.digits ?? '') : 0;
  const text =
    !isStray || n === 0
      ? null
      : entry.scansIn === 'case'
        ? plural(n, '# case is kept with the code.', '# cases are kept with the code.')
        : plural(n, '# unit is kept with the code.', '# units are kept with the code.');
  return { press, text, isStray };
}
