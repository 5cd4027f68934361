import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../Button.tsx';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { kitTexts } from '../texts.ts';
import { Scene, type SceneName } from './Scene.tsx';

/** Shown when there is nothing to show: a drawing, the text of the requirements, and what the person can do. */
export function EmptyState({
  scene = 'stall',
  title,
  children,
}: {
  scene?: SceneName;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-10 text-center">
      <Scene name={scene} />
      <p className="text-base font-semibold">{title}</p>
      {children && <div className="flex max-w-sm flex-col items-center gap-3 text-ink-soft">{children}</div>}
    </div>
  );
}

/** Shown when a list or screen could not be loaded, with a retry (B14.9). */
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
    <EmptyState scene="rain" title={title}>
      {message && <p>{message}</p>}
      <Button look="plain" icon="sync" onClick={onRetry}>
        {kitTexts.tryAgain}
      </Button>
    </EmptyState>
  );
}

/** Shown while a list loads for the first time: as many grey lines as a short page has rows. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <div
      role="status"
      aria-label="Loading"
      data-paper="The rows had not loaded when this was printed."
      className="flex flex-col"
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-row items-center gap-6 border-b px-5 last:border-b-0">
          <span className="skeleton h-4 w-8" />
          <span className="skeleton h-4 flex-1" />
          <span className="skeleton h-4 w-24" />
          <span className="skeleton h-4 w-16" />
        </div>
      ))}
    </div>
  );
}

/** How long old rows may be shown before a text says that they are old. */
const SOON_MS = 1_000;

/**
 * Shown over rows that belong to the previous query while the next one loads, so that nobody takes them for the result. The rows turn pale and
 * nothing moves (theme.css).
 */
export function RowsOfBefore() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    // The live region exists from the start; otherwise screen readers would not announce its text.
    <div role="status" className={classes('rows-of-before', late && 'rows-are-old')}>
      {late && (
        <span className="pointer-events-none absolute inset-x-0 top-2 mx-auto w-max max-w-full rounded-full border bg-surface-raised px-4 py-1.5 text-sm font-semibold text-ink-soft shadow-pop">
          {kitTexts.rowsOfBefore}
        </span>
      )}
    </div>
  );
}

/** A strip across a screen with information about all of it (saved copy, waiting, refused). */
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
      {/* The text keeps a minimum width: on a narrow screen the button wraps below it. */}
      <div className="min-w-0 flex-[1_1_min(12rem,75%)]">{children}</div>
      {action}
    </div>
  );
}
