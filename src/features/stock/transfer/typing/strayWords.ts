/** What is said of a figure whose product is not known. */
import { plural } from '#domain/plural.ts';
import type { ScanFigure } from '#offline/outbox/scanNotes.ts';
import { isRightText, MANY_CASES } from '../desk/deskLines.ts';

type Figure = Pick<ScanFigure, 'n' | 'in'>;

/** "4 cases" */
export const strayText = ({ n, in: of }: Figure): string =>
  of === 'case' ? plural(n, '# case', '# cases') : plural(n, '# unit', '# units');

/** "60,033 cases: is that right?"; null: nothing to ask. How many units a case has is not known, so units are asked about from the same number on. */
export const strayDoubt = (figure: Figure): string | null =>
  figure.n > MANY_CASES ? isRightText(strayText(figure)) : null;
