import { createContext, useContext } from 'react';
import { plural } from '#domain/plural.ts';
import { DIFFERENCE_LABEL, type DifferenceKind } from '#domain/receiving.ts';
import type { Direction } from '#domain/transfer.ts';
import { lineTexts } from '../parts/lines/texts.ts';

/** The words of a count: goods that arrive "came", goods that leave are "taken". */
export interface CountWords {
  /** The name of the announced quantity. */
  expected: 'Expected' | 'Planned';
  /** The button that accepts all uncounted lines at once. */
  rest: 'The rest as expected' | 'The rest as planned';
  /** The button that opens a field for the accepted quantity. */
  another: 'Another quantity came' | 'Another quantity was taken';
  /** The name of the counted quantity. */
  came: 'Came' | 'Taken';
  casesCame: (n: number) => string;
  unitsCame: (n: number) => string;
  /** The words before the button that takes the announced quantity. */
  type: string;
  /** The button that says that all goods of a line are there. */
  right: 'All there' | 'All taken';
  /** The heading of the reasons why goods go back. */
  why: 'Why it comes back' | 'Why it goes back';
  /** Says what happens to goods that come back damaged. '' for goods that leave. */
  spoilt: string;
  /** The button if every line was counted with 0. */
  nothing: 'Nothing came' | 'Nothing was taken';
  /** The hint under the last line. */
  other: string;
}

export const COUNT_WORDS: Readonly<Record<Direction, CountWords>> = {
  in: {
    expected: 'Expected',
    rest: 'The rest as expected',
    another: 'Another quantity came',
    came: 'Came',
    casesCame: (n) => plural(n, 'case came', 'cases came'),
    unitsCame: (n) => plural(n, 'unit came', 'units came'),
    type: 'Type what came.',
    right: 'All there',
    why: 'Why it comes back',
    spoilt: lineTexts.stillStock,
    nothing: 'Nothing came',
    other: 'Or tap a line to change it, or scan what else came.',
  },
  out: {
    expected: 'Planned',
    rest: 'The rest as planned',
    another: 'Another quantity was taken',
    came: 'Taken',
    casesCame: (n) => plural(n, 'case taken', 'cases taken'),
    unitsCame: (n) => plural(n, 'unit taken', 'units taken'),
    type: 'Type what goes out.',
    right: 'All taken',
    why: 'Why it goes back',
    spoilt: '',
    nothing: 'Nothing was taken',
    other: 'Or tap a line to change it, or scan what else goes out.',
  },
};

/** "Short", "Not planned" */
export const differenceLabel = (kind: DifferenceKind, { expected }: CountWords): string =>
  kind === 'unexpected' ? `Not ${expected.toLowerCase()}` : DIFFERENCE_LABEL[kind];

const Direct = createContext<Direction>('in');

/** Tells the components inside whether the goods arrive or leave. */
export const CountDirection = Direct.Provider;
export const useCountWords = (): CountWords => COUNT_WORDS[useContext(Direct)];
