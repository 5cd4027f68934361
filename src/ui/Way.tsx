import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

/** `passed`: the record skipped this step; `gone`: the record ended at this step. */
export type StepState = 'done' | 'now' | 'next' | 'passed' | 'gone';

interface WayStep {
  label: string;
  state: StepState;
  /** Under the label: when, by whom, how much. */
  note?: ReactNode;
}

interface Props {
  steps: readonly WayStep[];
  /** The actions that lead to further steps, at the right. The last one is the next step; on a phone it is the first. */
  children?: ReactNode;
  /** A sentence under the steps. */
  more?: ReactNode;
}

/** The steps of a record, its present step, and the actions that lead to further steps. It is the first part of a card. */
export function Way({ steps, children, more }: Props) {
  const now = steps.findLastIndex(({ state }) => state !== 'next');
  return (
    <section aria-label="Progress" className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b px-5 py-3.5">
      <ol
        aria-label="Steps"
        className="flex min-w-0 grow flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-start sm:gap-x-0"
      >
        {steps.map(({ label, state, note }, at) => (
          <li key={label} aria-current={at === now ? 'step' : undefined} className="flex items-start">
            {at > 0 && (
              <span
                aria-hidden="true"
                className={classes(
                  'mx-3 mt-2.5 hidden h-px w-5 sm:block lg:w-8',
                  state === 'next' ? 'bg-line-strong' : 'bg-ink-faint',
                )}
              />
            )}
            <Mark state={state} />
            <span className="ml-2 min-h-10 sm:max-w-36 xl:max-w-60">
              <span
                className={classes(
                  'block font-semibold leading-5',
                  state === 'next' || state === 'passed' ? 'font-medium text-ink-soft' : state === 'gone' && 'text-bad',
                )}
              >
                {label}
              </span>
              <span className="block text-xs leading-4 text-ink-faint">{note}</span>
            </span>
          </li>
        ))}
      </ol>
      {children && (
        <div className="no-print ml-auto flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col-reverse">{children}</div>
      )}
      {more}
    </section>
  );
}

function Mark({ state }: { state: StepState }) {
  const look = {
    done: 'border-good bg-good text-surface',
    now: 'border-wait text-wait',
    next: 'border-line-strong',
    passed: 'border-dashed border-line-strong',
    gone: 'border-bad bg-bad text-surface',
  }[state];
  const words = { done: 'done: ', now: 'now: ', next: 'to come: ', passed: 'left out: ', gone: 'ended: ' }[state];
  return (
    <span className={classes('grid size-5 shrink-0 place-items-center rounded-full border-2', look)}>
      <span className="sr-only">{words}</span>
      {state === 'done' && <Icon name="check" size={12} />}
      {state === 'gone' && <Icon name="close" size={12} />}
      {state === 'now' && <span aria-hidden="true" className="size-2 rounded-full bg-wait" />}
    </span>
  );
}
