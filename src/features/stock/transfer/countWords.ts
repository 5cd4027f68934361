import { createContext, useContext } from 'react';
import { plural } from '#domain/plural.ts';
import { DIFFERENCE_LABEL, type DifferenceKind } from '#domain/receiving.ts';
import type { Direction } from '#domain/transfer.ts';
import { lineTexts } from '../parts/lines/texts.ts';

/** The words of a count: arriving goods "came", leaving goods are "taken". */
export interface CountWords {
  /** Over what was announced. */
  expected: 'Expected' | 'Planned';
  /** All that nobody counted, at once. */
  rest: 'The rest as expected' | 'The rest as planned';
  /** Leads to an accepted quantity of its own. */
  another: 'Another quantity came' | 'Another quantity was taken';
  /** Over what was counted. */
  came: 'Came' | 'Taken';
  casesCame: (n: number) => string;
  unitsCame: (n: number) => string;
  /** Before the way to take the announced quantity. */
  type: string;
  /** Everything of a line is there. */
  right: 'All there' | 'All taken';
  /** Over the reasons of goods that go back. */
  why: 'Why it comes back' | 'Why it goes back';
  /** What becomes of goods that come back damaged; '' of goods that leave. */
  spoilt: string;
  /** Every line was counted with 0. */
  nothing: 'Nothing came' | 'Nothing was taken';
  /** Under the last line. */
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

/** Says to everything in it whether the goods arrive or leave. */
export const CountDirection = Direct.Provider;
export const useCountWords = (): CountWords => COUNT_WORDS[useContext(Direct)];
