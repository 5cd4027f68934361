import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { homeSetup } from '#contract/home/setupCalls.ts';
import { ServerLink } from '#crud/ServerLink.tsx';
import { SETUP_STEPS, type SetupStep } from '#domain/setup.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { SET_UP } from './setUpSteps.ts';

interface Props {
  /** Whether the card stands alone: zeros, a plot without bars and an empty list of goods would hide what a new firm needs, its next step. */
  isAlone: boolean;
  /** The rest of the home, with or without "Start here". */
  home: (hasStart: boolean) => ReactNode;
}

/**
 * The home of a firm that looks new: what is left to set up, in the order in which the records need each other (decision 1620), above the rest of the home.
 * Once all of it is done, or where it is not known, the home is as everywhere.
 */
export function SetUp({ isAlone, home }: Props) {
  const query = useQuery(queryFor(homeSetup, {}));
  const done = query.data?.data.done;
  const next = done && SETUP_STEPS.find((step) => !done.includes(step));
  // The home comes with the answer, so that the card does not push it down.
  if (query.isLoading) return null;
  if (!next) return home(true);
  return (
    <>
      <Steps done={done} next={next} />
      {!isAlone && home(false)}
    </>
  );
}

function Steps({ done, next }: { done: readonly SetupStep[]; next: SetupStep }) {
  return (
    <section aria-label="Set up your firm" className="@container rounded-card border bg-surface shadow-card">
      <div className="flex flex-wrap items-baseline gap-x-3 border-b px-4 py-3">
        <h2 className="text-base font-semibold">Set up your firm</h2>
        <p role="status" className="figures text-sm text-ink-soft">
          {`${done.length} of ${SETUP_STEPS.length} done`}
        </p>
      </div>
      <div className="grid items-start gap-x-8 px-4 pb-3 @min-[52rem]:grid-cols-2">
        {[SET_UP.slice(0, 2), SET_UP.slice(2)].map((groups) => (
          <div key={groups[0]?.title} className="min-w-0">
            {groups.map(({ title, steps }) => (
              <section key={title} aria-label={title}>
                <h3 className="pt-3 pb-1 text-sm font-semibold text-ink-soft">{title}</h3>
                <ol>
                  {steps.map(({ step, title: act, text, to, search }) => {
                    const isDone = done.includes(step);
                    return (
                      <li key={step} className="flex items-center gap-3 py-1">
                        <span
                          className={classes(
                            'grid size-7 shrink-0 place-items-center rounded-full text-sm',
                            isDone ? 'bg-good-soft text-good' : 'bg-surface-sunken text-ink-soft',
                          )}
                        >
                          {isDone ? <Icon name="check" size={18} /> : SETUP_STEPS.indexOf(step) + 1}
                        </span>
                        <div className="min-w-0 flex-1">
                          <p className={classes('leading-5', isDone ? 'text-ink-soft' : 'font-medium')}>
                            {isDone && <span className="sr-only">Done: </span>}
                            {step === next || isDone ? (
                              act
                            ) : (
                              <ServerLink to={to} {...(search ? { search } : {})} className="hover:underline">
                                {act}
                              </ServerLink>
                            )}
                          </p>
                          {!isDone && <p className="text-sm text-ink-soft">{text}</p>}
                        </div>
                        {step === next && (
                          <ServerLink
                            to={to}
                            {...(search ? { search } : {})}
                            aria-label={`Start: ${act}`}
                            className={buttonClasses('primary')}
                          >
                            Start
                          </ServerLink>
                        )}
                      </li>
                    );
                  })}
                </ol>
              </section>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
