import type { ReactNode } from 'react';
import { type KindFacts, STEPS } from '#domain/transfer.ts';
import { classes } from '#ui/classes.ts';
import { useRootMark } from '#ui/hooks/useRootMark.ts';
import { useTitle } from '#ui/hooks/useTitle.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { Steps } from '#ui/Steps.tsx';

const LOOKS = {
  done: { mark: 'bg-good-soft text-good', icon: 'check' },
  waits: { mark: 'bg-wait-soft text-wait', icon: 'clock' },
  elsewhere: { mark: 'bg-wait-soft text-wait', icon: 'swap' },
  refused: { mark: 'bg-bad-soft text-bad', icon: 'alert' },
} as const satisfies Record<string, { mark: string; icon: IconName }>;

interface Props {
  kind: Pick<KindFacts, 'title'>;
  /** The name of the finished act. Only a transfer has numbered steps. */
  act?: string;
  /** The reference of the transfer, or the sentence that it follows. Null: another place shows it. */
  number: string | null;
  title: string;
  became: keyof typeof LOOKS;
  words: ReactNode;
  /** The buttons for the next steps. */
  next: ReactNode;
  /** The accessible name of the other side. */
  label: string;
  children: ReactNode;
}

/**
 * The result of a confirmed transfer: words and the next steps on one side, figures on the other. In landscape it fills the window like the desk, so
 * that nothing jumps when one replaces the other, and the next step is in the place of the large key.
 */
export function TwoSides({ kind, act, number, title, became, words, next, label, children }: Props) {
  useRootMark('desk');
  const heading = useTitle();
  const { mark, icon } = LOOKS[became];
  return (
    <section
      aria-label={act ?? 'Complete Transfer'}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto lg:flex-row lg:overflow-hidden"
    >
      {/* On an upright tablet the next steps are at the lower edge, near the thumbs, and the goods are above them. */}
      <div className="flex flex-col gap-5 max-lg:contents lg:w-[clamp(21rem,38vw,30.5rem)] lg:shrink-0 lg:overflow-y-auto lg:p-6">
        <div className="flex flex-col gap-5 max-lg:p-6 max-sm:px-4 max-sm:py-5">
          <header>
            <h1 ref={heading} className="font-semibold leading-tight">
              {kind.title}
            </h1>
            {number !== null && <p className="text-sm text-ink-soft">{number}</p>}
            {act === undefined && (
              <div className="sr-only">
                <Steps steps={STEPS} current={2} finished={became === 'done' || became === 'elsewhere'} />
              </div>
            )}
          </header>
          <span className={classes('grid size-22 shrink-0 place-items-center rounded-full max-lg:hidden', mark)}>
            <Icon name={icon} size={44} />
          </span>
          <h2
            role={became === 'refused' ? 'alert' : undefined}
            className="flex items-center gap-3 text-3xl font-bold leading-tight max-sm:text-2xl"
          >
            <span
              aria-hidden="true"
              className={classes('grid size-12 shrink-0 place-items-center rounded-full lg:hidden', mark)}
            >
              <Icon name={icon} size={26} />
            </span>
            {title}
          </h2>
          <div className="flex flex-col items-start gap-3 text-lg leading-snug text-ink-soft max-sm:text-base">
            {words}
          </div>
        </div>
        {next}
      </div>
      <section
        aria-label={label}
        tabIndex={0}
        className="min-w-0 bg-surface focus-visible:outline-offset-[-3px] max-lg:grow max-lg:border-y lg:flex-1 lg:overflow-y-auto lg:border-l"
      >
        {children}
      </section>
    </section>
  );
}
