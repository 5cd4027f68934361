/** What the command bar says besides its rows: nothing was found, the answer is awaited, the keys, and what is searched without the server. */
import { classes } from '#ui/classes.ts';
import { kitTexts } from '#ui/texts.ts';
import { answerTo, whoMay } from './nearest.ts';

/** Says that nothing was found. Without the server it also says what was searched. */
export function NoResults({
  of,
  isAway,
  permissions,
}: {
  of: string;
  isAway: boolean;
  permissions: readonly string[];
}) {
  const now = Math.floor(Date.now() / 1_000);
  const answer = answerTo(of) ?? (isAway ? null : notMine(whoMay(of, permissions, now)));
  return (
    <div role="status" className="px-3 pb-2 pt-6 text-center text-ink-faint [overflow-wrap:anywhere]">
      <p>No match for “{of}”.</p>
      {answer !== null && <p className="mt-1 text-ink-soft">{answer}</p>}
      {isAway && <p className="mt-1 text-sm">What is not stored on this device is found when the server answers.</p>}
    </div>
  );
}

/** Says who has the task that this account does not have. */
const notMine = (roles: readonly string[] | null): string | null =>
  roles && `Your account does not include this. It is a task of: ${roles.join(', ')}.`;

/** Shown after Enter until the results arrive. */
const ENTERED = 'Searching… The first result will open.';

/** Grey rows while the answer is awaited and no row fits yet. Screen readers read the text. */
export const Searching = ({ isEntered }: { isEntered: boolean }) => (
  <div role="status" className="grid gap-1 pt-3">
    <p className={classes('px-3 pb-1 text-[0.8125rem]', isEntered ? 'font-semibold text-accent' : 'text-ink-faint')}>
      {isEntered ? ENTERED : kitTexts.searching}
    </p>
    {['w-56', 'w-72', 'w-48'].map((width) => (
      <div key={width} aria-hidden="true" className="flex min-h-tap items-center gap-3 px-3 py-1">
        <span className="skeleton size-8 shrink-0 rounded-field" />
        <span className={classes('skeleton h-4 max-w-full rounded', width)} />
      </div>
    ))}
  </div>
);

/** The foot of the bar names its keys. Without the server the foot says what is searched, also on a phone. */
export function Foot({ isEntered, isAway }: { isEntered: boolean; isAway: boolean }) {
  if (isEntered)
    return (
      <p role="status" className="border-t bg-surface-sunken px-5 py-2 text-xs font-semibold text-accent">
        {ENTERED}
      </p>
    );
  if (isAway)
    return (
      <p role="status" className="border-t bg-surface-sunken px-5 py-2 text-xs text-ink-soft">
        Offline: only what this device has stored is searched.
      </p>
    );
  return (
    <p aria-hidden="true" className="hidden gap-4 border-t bg-surface-sunken px-5 py-2 text-xs text-ink-faint sm:flex">
      <span>↑ ↓ choose</span>
      <span>Press Enter to do it</span>
      <span className="ml-auto">“ade” also finds Adé</span>
    </p>
  );
}
