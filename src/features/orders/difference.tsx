/** The difference of a wallet: a word, and a bar from one zero. It alone has a colour in the reconciliation reports. */
import type { Differences } from '#contract/wallet/reconciliationCalls.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';

/** "owes ₦493,377", "over by ₦24,250", "settled" */
export function differenceWords(naira: string): string {
  const kobo = koboOf(naira);
  if (kobo === 0) return 'settled';
  return `${kobo < 0 ? 'owes' : 'over by'} ${showNaira(Math.abs(kobo))}`;
}

const lookOf = (kobo: number) =>
  kobo === 0 ? 'text-ink-faint' : kobo < 0 ? 'font-semibold text-bad' : 'font-semibold text-plot-3';

/** `largest`: naira text of the longest bar. Who owes has a bar left of the line, who is over right of it. */
export function Difference({ naira, largest }: { naira: string; largest: string }) {
  const kobo = koboOf(naira);
  const part = koboOf(largest) === 0 ? 0 : Math.abs(kobo) / koboOf(largest);
  const width = `${Math.max(2, part * 100)}%`;
  return (
    <span className="inline-flex flex-col items-end gap-0.5">
      <span className={classes('figures whitespace-nowrap', lookOf(kobo))}>{differenceWords(naira)}</span>
      {kobo !== 0 && (
        <span aria-hidden="true" className="grid h-2 w-32 grid-cols-[3fr_auto_1fr] items-center print:hidden">
          <span className="flex h-1.5 justify-end">
            {kobo < 0 && <span className="rounded-l-sm bg-bad" style={{ width }} />}
          </span>
          <span className="h-2 w-px bg-line-strong" />
          <span className="flex h-1.5">
            {kobo > 0 && <span className="rounded-r-sm bg-plot-3" style={{ width }} />}
          </span>
        </span>
      )}
    </span>
  );
}

/** What all matching wallets say together; `who` is the plural of the persons. */
export function DifferencesHead({ of, total, who }: { of: Differences; total: number; who: string }) {
  const persons = (count: number) => `${count} ${count === 1 ? who.slice(0, -1) : who}`;
  const figures = [
    [`Owed by ${persons(of.owed_count)}`, showNaira(of.owed), of.owed_count > 0 ? 'text-bad' : ''],
    [`Over, ${persons(of.over_count)}`, showNaira(of.over), of.over_count > 0 ? 'text-plot-3' : ''],
    ['Settled', `${of.settled} of ${total}`, ''],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 border-b px-5 py-3">
      {figures.map(([title, figure, look]) => (
        <div key={title}>
          <dt className="text-[0.8125rem] text-ink-soft">{title}</dt>
          <dd className={classes('figures text-xl font-semibold', look)}>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
