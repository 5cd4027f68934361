import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface Props {
  title: ReactNode;
  /** Under the title: how many, as of when. */
  note?: ReactNode;
  actions?: ReactNode;
  /** Narrow: forms and the wizard (CONST-20: 750 px). */
  width?: 'full' | 'wizard' | 'form';
  children: ReactNode;
}

/** Title, actions and body of a screen, all on one left edge. */
export function Page({ title, note, actions, width = 'full', children }: Props) {
  return (
    <div
      className={classes(
        'mx-auto flex w-full flex-col gap-5 px-4 py-5 sm:px-6',
        width === 'wizard' && 'max-w-[798px]',
        width === 'form' && 'max-w-2xl',
        width === 'full' && 'max-w-[1400px]',
      )}
    >
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-bold leading-tight tracking-tight">{title}</h1>
          {note && <div className="mt-0.5 text-sm text-ink-faint">{note}</div>}
        </div>
        {actions && <div className="no-print flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
