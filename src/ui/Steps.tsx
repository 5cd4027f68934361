import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

/** The steps of a wizard, with the current one marked. `finished`: the current step is done too. */
export function Steps({
  steps,
  current,
  finished = false,
}: {
  steps: readonly string[];
  current: number;
  finished?: boolean;
}) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap items-center gap-x-2 gap-y-3">
      {steps.map((step, index) => {
        const done = index < current || finished;
        const now = index === current;
        return (
          <li
            key={step}
            aria-current={now ? 'step' : undefined}
            className={classes(
              'flex items-center gap-2.5',
              index > 0 &&
                "before:mr-1 before:h-0.5 before:w-10 before:bg-line-strong/50 before:content-[''] max-sm:before:hidden",
            )}
          >
            <span
              aria-hidden="true"
              className={classes(
                'grid size-9 place-items-center rounded-full border-2 text-sm font-semibold',
                done
                  ? 'border-good bg-good-soft text-good'
                  : now
                    ? 'border-accent bg-accent text-accent-ink'
                    : 'border-line-strong/50 text-ink-faint',
              )}
            >
              {done ? <Icon name="check" size={18} /> : index + 1}
            </span>
            {/* On a phone the name of the current step alone has room: three names break into two lines. */}
            <span className={classes('text-[0.9375rem]', now ? 'font-semibold' : 'text-ink-soft max-sm:sr-only')}>
              {step}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
