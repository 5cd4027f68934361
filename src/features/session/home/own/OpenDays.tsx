import type { Work } from '#contract/home/workCalls.ts';
import { Link } from '#crud/Link.tsx';
import { waitText } from '#domain/longTime.ts';
import { showDay } from '#domain/time.ts';
import { Icon } from '#ui/Icon.tsx';

/** The first past day of the person that nobody closed, as a link to its figures. */
export function OpenDays({ work }: { work: readonly Work[] | undefined }) {
  const row = work?.find(({ kind }) => kind === 'open_days')?.rows[0];
  const now = Math.floor(Date.now() / 1_000);
  if (!row) return null;
  const day = Number(row.note);
  return (
    <Link
      to={`/close-outs/${row._id}`}
      search={{ day: row.note }}
      className="flex min-h-16 items-center gap-4 rounded-card border bg-surface px-4 py-2 shadow-card hover:border-accent"
    >
      <Icon name="check" size={24} className="text-wait" />
      <span className="min-w-0 flex-1">
        <span className="block leading-5 font-semibold">{`Your day of ${showDay(day, now)} is not closed`}</span>
        <span className="block text-sm leading-5 text-ink-faint">
          {`Hand in cash and goods at the hub, and sign there. It waits ${waitText(now - day)}.`}
        </span>
      </span>
      <Icon name="next" />
    </Link>
  );
}
