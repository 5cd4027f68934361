import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../Button.tsx';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { kitTexts } from '../texts.ts';

/** Nothing to show: the documents' text, and what could be done about it. */
export function EmptyState({
  icon = 'box',
  title,
  children,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name={icon} size={26} />
      </span>
      <p className="text-base font-semibold">{title}</p>
      {children && <div className="flex flex-col items-center gap-3 text-ink-soft">{children}</div>}
    </div>
  );
}

/** A list or screen that could not be read, with a way to try again (B14.9). */
export function FailedState({
  title = 'This could not be loaded.',
  message,
  onRetry,
}: {
  title?: string;
  message?: string | undefined;
  onRetry: () => void;
}) {
  return (
    <EmptyState icon="alert" title={title}>
      {message && <p>{message}</p>}
      <Button look="plain" icon="sync" onClick={onRetry}>
        {kitTexts.tryAgain}
      </Button>
    </EmptyState>
  );
}

/** First load of a list: as many grey lines as a short page. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-14 items-center gap-6 border-b px-5 last:border-b-0">
          <span className="skeleton h-4 w-8" />
          <span className="skeleton h-4 flex-1" />
          <span className="skeleton h-4 w-24" />
          <span className="skeleton h-4 w-16" />
        </div>
      ))}
    </div>
  );
}

/** What was there a moment ago needs no words. */
const SOON_MS = 1_000;

/** Over rows that answer what was asked before: a line may be slow, and nobody takes them for what was searched. They pale, and nothing moves (theme.css). */
export function RowsOfBefore() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    // There from the start, or its words are not told when they come.
    <div role="status" className={classes('rows-of-before', late && 'rows-are-old')}>
      {late && (
        <span className="pointer-events-none absolute inset-x-0 top-2 mx-auto w-max max-w-full rounded-full border bg-surface-raised px-4 py-1.5 text-sm font-semibold text-ink-soft shadow-pop">
          {kitTexts.rowsOfBefore}
        </span>
      )}
    </div>
  );
}

/** A strip across a screen: something true about all of it (saved copy, waiting, refused). */
export function Notice({
  tone,
  icon,
  children,
  action,
  role = 'status',
}: {
  tone: 'info' | 'wait' | 'bad' | 'good' | 'quiet';
  icon?: IconName;
  children: ReactNode;
  action?: ReactNode;
  role?: 'status' | 'alert';
}) {
  const look = {
    info: 'bg-accent-soft text-accent-strong border-accent/20',
    wait: 'bg-wait-soft text-wait border-wait/25',
    bad: 'bg-bad-soft text-bad border-bad/25',
    good: 'bg-good-soft text-good border-good/25',
    quiet: 'bg-surface text-ink-soft border-line',
  }[tone];
  return (
    <div
      role={role}
      className={`flex flex-wrap items-center gap-3 rounded-card border px-4 py-2.5 text-[0.9375rem] font-medium ${look}`}
    >
      {icon && <Icon name={icon} />}
      {/* Words keep room for words: on a narrow screen the button goes below them. */}
      <div className="min-w-0 flex-[1_1_min(12rem,75%)]">{children}</div>
      {action}
    </div>
  );
}
