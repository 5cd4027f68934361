/** How wide the columns of a table are, and which of them stay in sight. */
import { classes } from '../classes.ts';

interface Shape {
  key: string;
  end?: boolean;
  pin?: 'start' | 'end';
  grow?: boolean;
  card?: string;
  align?: string;
}

/** A list with no more columns than this, besides numbers and menus, is not pulled apart on a desktop. */
const FEW = 4;

/** The key of the column that takes the free width of a list of few columns: the last one, whose words begin beside the others. undefined: no such list. */
export function wideOfFew(columns: readonly Shape[]): string | undefined {
  const own = columns.filter(({ key, card }) => key !== '#' && card !== 'menu');
  const last = own.at(-1);
  return own.length <= FEW && last && !last.grow && last.align !== 'right' ? last.key : undefined;
}

/** The classes of a heading for its width. `growing`: how many columns grow; `wide`: of {@link wideOfFew}. */
export function widthOf({ key, grow }: Shape, growing: number, wide: string | undefined) {
  if (wide === undefined)
    // On a desktop all columns share what is left by the length of what stands in them, so that no wide gap follows a name. So do several columns of names.
    return growing === 1 && grow && 'max-lg:w-full';
  return key === wide
    ? 'lg:w-full'
    : grow && classes(growing > 2 ? 'lg:min-w-64' : 'lg:min-w-88', growing === 1 && 'max-lg:w-full');
}

/** The class of a cell that stays in sight while the rest scrolls sideways. A list has only the ones that ask for it. `stuck`: the key of a table's lead. */
export function edgeOf({ key, end, pin }: Shape, isList: boolean, stuck: string | undefined) {
  if (isList) return pin && `pin-${pin}`;
  return key === stuck ? 'stuck' : end && 'stuck-end';
}

/** A table with more columns than this scrolls sideways on every desktop screen, so it cuts no name for the sake of the width. */
const SCROLLS = 14;

/** The least width of a cell of names. Where columns stay in sight, the names after the first one leave the room to them. */
export function roomOf<Column extends Shape>(column: Column, columns: readonly Column[], isList: boolean): string {
  if (columns.length <= SCROLLS) return isList ? 'min-w-28' : 'min-w-40';
  const isFirst = columns.find(({ grow }) => grow) === column;
  return isFirst || !columns.some(({ pin }) => pin) ? 'min-w-44' : 'min-w-32';
}
