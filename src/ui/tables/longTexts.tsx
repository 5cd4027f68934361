/** Long texts in the cells of a table. */
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

const LONG = 28;

/** A long text breaks into lines of 15 rem, so that it does not push the other columns out of view; a short one stays on one line. */
export function wrapLong(content: ReactNode): ReactNode {
  if (typeof content !== 'string' || content.length <= LONG) return content;
  return <span className="block w-max max-w-60 whitespace-normal">{content}</span>;
}

/** A long text of a list stands on one line of its row, a name and a text for a finger on two, and is cut there; its title says all of it. */
export function cutLong(content: ReactNode, grow: boolean | undefined): ReactNode {
  if (typeof content !== 'string' || (content.length <= SHORT && !grow)) return content;
  return (
    <span className={classes('cut', grow && 'wraps', content.length <= FEW && 'short')} title={content}>
      {content}
    </span>
  );
}

/** Up to this length a text is a word or a figure, and is shown whole. */
const SHORT = 16;
/** Up to this length a text is a few words, such as the name of a person. */
const FEW = 20;
