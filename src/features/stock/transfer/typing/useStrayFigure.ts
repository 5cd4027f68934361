/** The figure that is typed after a scan which was not counted. It is stored with the code, and no product gets it. */
import { useMemo, useRef, useState } from 'react';
import { newUuid } from '#client/uuid.ts';
import { GS1_LONGEST } from '#domain/barcode.ts';
import { plural } from '#domain/plural.ts';
import { stepperError } from '#domain/units.ts';
import type { ScanFigure } from '#offline/outbox/scanNotes.ts';
import type { Counting } from '#ui/fields/useQuantity.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { Scanner } from '../useScans.ts';
import type { PadKeys } from './DockFrame.tsx';
import { strayDoubt } from './strayWords.ts';

interface Stray {
  /** The number of the scan that the figure belongs to. */
  nth: number;
  id: string;
  /** The whole typed text. More digits than a figure can have are a code. */
  text: string;
}

/** The figure in a typed text. 0: none. `refusal`: why the text is no figure. */
function figureIn(text: string): { n: number; refusal: string | null } {
  const n = Number(text);
  const isNone = n === 0 || Number.isNaN(n);
  const refusal = isNone ? null : stepperError(n, 1, undefined, text);
  return { n: isNone || refusal !== null ? 0 : n, refusal };
}

const wordsOf = ({ n, in: of }: Omit<ScanFigure, 'id'>): string =>
  of === 'case'
    ? plural(n, '# case is kept with the code.', '# cases are kept with the code.')
    : plural(n, '# unit is kept with the code.', '# units are kept with the code.');

interface StrayFigure {
  press: PadKeys;
  /** In words: the stored figure, the doubt about it, or why it is invalid. Null: nothing is typed. */
  text: string | null;
  isStray: boolean;
}

/** `press`: the keys of the pad. While a code waits and nothing is chosen, digits and Backspace change the figure of that code. */
export function useStrayFigure(
  scanner: Pick<Scanner, 'unknown' | 'noteFigure'>,
  entry: { chosen: object | null; isUnknown: boolean; scansIn: Counting },
  keys: PadKeys,
): StrayFigure {
  const { unknown } = scanner;
  const isStray = entry.isUnknown && entry.chosen === null && unknown !== null;
  const now = useRef<Stray | null>(null);
  const [shown, setShown] = useState<Stray | null>(null);
  const typed = () => (now.current !== null && now.current.nth === unknown?.nth ? now.current.text : '');
  const put = useEvent((text: string) => {
    if (!isStray) return keys.put(text);
    const before = now.current?.nth === unknown.nth ? now.current : { nth: unknown.nth, id: newUuid(), text: '' };
    if (text === before.text) return;
    now.current = { ...before, text: text.slice(0, GS1_LONGEST) };
    setShown(now.current);
    void scanner.noteFigure(unknown.code, { id: before.id, n: figureIn(text).n, in: entry.scansIn });
  });
  const onDigit = useEvent((digit: string) => (isStray ? put(typed() + digit) : keys.onDigit(digit)));
  const onBackspace = useEvent(() => (isStray ? put(typed().slice(0, -1)) : keys.onBackspace()));
  const text = useEvent(() => (isStray ? typed() : keys.text()));
  const press = useMemo(() => ({ ...keys, onDigit, onBackspace, text, put }), [keys, onDigit, onBackspace, text, put]);
  const { n, refusal } = figureIn(shown !== null && shown.nth === unknown?.nth ? shown.text : '');
  const figure = { n, in: entry.scansIn };
  const words = !isStray ? null : (refusal ?? (n === 0 ? null : (strayDoubt(figure) ?? wordsOf(figure))));
  return { press, text: words, isStray };
}
