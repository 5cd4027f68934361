import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface Props {
  name: string;
  note?: ReactNode;
  /** 'wait': the note says what differs. */
  tone?: 'plain' | 'wait';
  /** `words`: a name and no figure. `none`: there is no figure yet, and the words say so. */
  look?: 'figure' | 'words' | 'none';
  children: ReactNode;
}

const LOOK = {
  figure: 'text-xl font-semibold sm:text-2xl sm:leading-8',
  words: 'text-base font-semibold sm:text-lg',
  none: 'text-base text-ink-faint',
};

/** A large figure with its name in a `dl` below a `Way`. On a phone the name stands before the figure. */
export function Figure({ name, note, tone = 'plain', look = 'figure', children }: Props) {
  return (
    <div className="flex items-baseline justify-between gap-3 bg-surface px-5 py-3 sm:block">
      <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
      <dd className="min-w-0 max-sm:text-right">
        <span className={classes('figures block leading-8 [overflow-wrap:anywhere]', LOOK[look])}>{children}</span>
        {note && (
          <span className={classes('block text-xs', tone === 'wait' ? 'text-wait' : 'text-ink-soft')}>{note}</span>
        )}
      </dd>
    </div>
  );
}
