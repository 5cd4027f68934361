import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Work } from '#contract/home/workCalls.ts';
import { Link } from '#crud/Link.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { showNumber } from '#domain/number.ts';
import { classes } from '#ui/classes.ts';
import { type WholeList, WORK, type WorkKind, wholeLists } from './workWords.ts';

/** A button for each kind of work, with the number of rows. */
export function Kinds({
  work,
  chosen,
  choose,
}: {
  work: readonly Work[];
  chosen: WorkKind | null;
  choose: (kind: WorkKind | null) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const chips = useRef<HTMLFieldSetElement>(null);
  const rest = useRest(chips, work.map(({ total }) => total).join(' '), isOpen);
  return (
    <>
      <fieldset
        ref={chips}
        aria-label="Kinds of work"
        data-open={isOpen || undefined}
        // A finger scrolls the chips sideways. Their edge fades out, and the padding lets the last chip scroll out of the faded edge. A mouse cannot
        // scroll the chips, so "More" opens a second line (decision 1090). The element is positioned, so that hidden words do not widen the page.
        className="ring-inside relative flex min-w-0 gap-1.5 [scrollbar-width:none] *:shrink-0 pointer-coarse:scroll-pr-6 pointer-coarse:overflow-x-auto pointer-coarse:pr-6 pointer-coarse:[mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] pointer-fine:not-data-open:max-h-8 pointer-fine:data-open:py-2 pointer-fine:flex-wrap pointer-fine:gap-y-3 pointer-fine:overflow-hidden pointer-fine:p-0.5"
      >
        {work.map(({ kind, total }) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === chosen}
            aria-label={`${WORK[kind].title} ${showNumber(total)}`}
            onClick={({ currentTarget }) => {
              choose(kind === chosen ? null : kind);
              // A chosen chip whose end is faded scrolls into view.
              requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
            }}
            className={classes(
              'inline-flex min-h-12 items-center gap-1.5 rounded-full border px-3 text-[0.8125rem] pointer-fine:min-h-7 pointer-fine:px-2.5',
              kind === chosen
                ? 'border-accent bg-accent-soft font-semibold text-accent'
                : 'text-ink-soft hover:bg-surface-sunken',
            )}
          >
            {WORK[kind].chip ? (
              // CSS draws the short title, so that screen readers read the whole title.
              <span data-chip={WORK[kind].chip} className="before:content-[attr(data-chip)]" />
            ) : (
              WORK[kind].title
            )}{' '}
            <span className="figures font-semibold">{showNumber(total)}</span>
          </button>
        ))}
      </fieldset>
      {(rest > 0 || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="touch-tap shrink-0 rounded-full px-1 text-[0.8125rem] text-ink-soft hover:bg-surface-sunken"
        >
          {isOpen ? (
            'Fewer'
          ) : (
            <>
              More <span className="figures font-semibold">{showNumber(rest)}</span>
            </>
          )}
        </button>
      )}
    </>
  );
}

/**
 * The number of rows of the kinds whose chips do not fit into the line. The chips are measured when they are drawn and when the width of the line
 * changes.
 */
function useRest(chips: RefObject<HTMLElement | null>, totals: string, isOpen: boolean): number {
  const [rest, setRest] = useState(0);
  useLayoutEffect(() => {
    const line = chips.current;
    if (!line || isOpen) return;
    const measure = () => {
      const [first, ...others] = [...line.children] as HTMLElement[];
      const shown = 1 + others.filter((one) => one.offsetTop <= (first?.offsetTop ?? 0)).length;
      setRest(
        totals
          .split(' ')
          .slice(shown)
          .reduce((sum, total) => sum + Number(total), 0),
      );
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(line);
    return () => sizes.disconnect();
  }, [chips, totals, isOpen]);
  return rest;
}

/** The short text of a link, and the whole sentence for screen readers. */
const ALL_TEXTS: Readonly<Record<WholeList['of'], (many: string, title: string) => readonly [string, string]>> = {
  all: (many, title) => [`All ${many}`, `All ${many}: ${title}`],
  manager: (many, title) => [`Managers ${many}`, `Managers ${many}: ${title}`],
  sales_officer: (many, title) => [`Sales Officers ${many}`, `Sales Officers ${many}: ${title}`],
};

/** The link to all rows of one kind, with their number. */
export function All({ of: work }: { of: Work }) {
  const { profile } = useSession();
  const { title } = WORK[work.kind];
  const lists = wholeLists(work, { permissions: profile?.permissions ?? [] });
  // A phone shows the chosen kind only.
  if (lists.length === 0) return <span className="max-sm:sr-only">{title}</span>;
  return (
    <span className="flex gap-4">
      {lists.map(({ of, many, to, search }) => (
        <Link
          key={to}
          to={to}
          {...(search ? { search } : {})}
          className="touch-tap font-semibold text-accent"
          aria-label={ALL_TEXTS[of](showNumber(many), title)[1]}
        >
          {ALL_TEXTS[of](showNumber(many), title)[0]}
        </Link>
      ))}
    </span>
  );
}
