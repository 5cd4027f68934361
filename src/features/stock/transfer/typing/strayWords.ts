/** The words about a figure whose product is unknown. */
import { plural } from '#domain/plural.ts';
import type { ScanFigure } from '#offline/outbox/scanNotes.ts';
import { isRightText, MANY_CASES } from '../../parts/lines/doubts.ts';

type Figure = Pick<ScanFigure, 'n' | 'in'>;

/** "4 cases" */
export const strayText = ({ n, in: of }: Figure): string =>
  of === 'case' ? plural(n, '# case', '# cases') : plural(n, '# unit', '# units');

/** "60,033 cases: is that right?". Null: no doubt. The case size is unknown, so units have the same limit as cases. */
export const strayDoubt = (figure: Figure): string | null =>
  figure.n > MANY_CASES ? isRightText(strayText(figure)) : null;
