import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import type { SavedAnswer } from '#client/reads/queries.ts';
import type { Work } from '#contract/home/workCalls.ts';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useContact, useSession } from '#crud/query/useSession.ts';
import { showNumber } from '#domain/number.ts';
import { isHubSide } from '#domain/permissions.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { leftTexts } from '../../stock/parts/queue/leftRefusal.ts';
import { useMyLeft, useQueueState } from '../../stock/parts/queue/useQueue.ts';
import { useMissingLines } from '../../stock/parts/ready/useMissingLines.ts';
import { idsBegunHere, workAfter } from './ownWork.ts';
import { All, Kinds } from './WorkKinds.tsx';
import { FINGER, FingerRow, GRID, PLACE, Places, Row, SEVEN } from './WorkRows.tsx';
import { orderText, together, WORK_SHOWN } from './workOrder.ts';
import { linesOf, WORK, type WorkKind, type WorkLine } from './workWords.ts';

const KEY = 'workRows';

/**
 * The work that waits for the person, as one list with the oldest rows first. Each row has the act that ends its work. The whole list is grouped by kind
 * (decision 0385).
 */
export function WorkList({
  query,
  own,
  first,
  forFinger = false,
}: {
  query: UseQueryResult<SavedAnswer<Work[]>>;
  /** The transfers that the list leaves out. */
  own: readonly { id: string }[];
  /** The kinds that may be shown alone at first. The list begins with the first of them that has work, otherwise with all kinds. */
  first: readonly WorkKind[];
  /** Rows have pictures of the goods, and the whole row is one button, as fingers need it. */
  forFinger?: boolean;
}) {
  const { profile } = useSession();
  const [picked, choose] = useState<WorkKind | null | undefined>(undefined);
  const [isWhole, setWhole] = useState(false);
  const now = Math.floor(Date.now() / 1_000);
  const work = query.data && workAfter(query.data.data, own);
  const who = { permissions: profile?.permissions ?? [] };
  const chosen = picked === undefined ? (first.find((kind) => work?.some((one) => one.kind === kind)) ?? null) : picked;
  const one = work?.find(({ kind }) => kind === chosen);
  const left = useMyLeft(leftTexts);
  const lists = (one ? [one] : (work ?? [])).map((kind) => linesOf(kind, who, now, left));
  const away = useAway(lists.flat());
  const lines = one ? (lists[0] ?? []) : together(lists);
  const rows = useRowsPlace(
    profile?.user_id ?? '',
    picked === undefined && work ? lines.length : undefined,
    forFinger ? 3 : WORK_SHOWN,
  );
  const hasHub = !isHubSide(profile?.role ?? '');
  const pick = (kind: WorkKind | null) => {
    choose(kind);
    setWhole(false);
  };
  const pictures = Math.max(0, ...(isWhole ? lists.flat() : lines).map(({ goods }) => goods.length));
  const show = (line: WorkLine) =>
    forFinger ? (
      <FingerRow key={line.key} line={line} pictures={pictures} isAway={away.has(deskOf(line))} />
    ) : (
      <Row key={line.key} line={line} hasHub={hasHub} />
    );
  const inHead = !forFinger && !one && !isWhole && lines.length > 0;
  const total = (work ?? []).reduce((sum, { total: many }) => sum + many, 0);
  return (
    <section aria-label="Work to do" className="flex min-w-0 flex-col rounded-card border bg-surface shadow-card">
      <div className="flex min-h-12 items-center gap-x-4 px-4 pointer-coarse:h-15">
        <h2 className="shrink-0 text-base font-semibold">
          Work to do{' '}
          <span className="figures ml-1 text-sm font-normal text-ink-faint max-sm:sr-only">
            {total > 0 ? showNumber(total) : '\u00a0'}
          </span>
        </h2>
        {work && work.length > 1 && <Kinds work={work} chosen={one ? chosen : null} choose={pick} />}
        <span className="ml-auto shrink-0 text-sm text-ink-faint">
          {one ? (
            <All of={one} />
          ) : work?.length === 1 && work[0] ? (
            <All of={work[0]} />
          ) : total > lines.length ? (
            <button
              type="button"
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
              className="touch-tap font-semibold text-accent"
            >
              {isWhole ? 'Fewer' : `All ${showNumber(total)}`}
            </button>
          ) : (
            total > 0 && !inHead && <span className="max-sm:hidden">{orderText(lines)}</span>
          )}
        </span>
      </div>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      {!forFinger && (
        <div aria-hidden="true" className={classes(GRID, 'h-8 text-xs text-ink-soft max-lg:hidden')}>
          <span className="truncate">
            What{inHead && <span className="ml-3 text-ink-faint">{orderText(lines)}</span>}
          </span>
          <span className="text-right">Waiting</span>
          <span className="text-right">Amount</span>
        </div>
      )}
      <div
        className={classes('flex flex-col', forFinger ? FINGER.place : PLACE)}
        style={{ '--rows': rows } as React.CSSProperties}
      >
        {work ? (
          isWhole && !one ? (
            work.map((kind, index) => (
              <Part key={kind.kind} of={kind}>
                {(lists[index] ?? []).map(show)}
              </Part>
            ))
          ) : (
            <ul className={classes('ring-inside', SEVEN)}>{lines.map(show)}</ul>
          )
        ) : query.isPending ? (
          <Places rows={rows} forFinger={forFinger} />
        ) : (
          <p className="border-t px-4 py-3 text-sm">
            <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
          </p>
        )}
        {work && !isWhole && !one && total > lines.length && lines.length < rows && (
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="min-h-tap flex-1 border-t px-4 text-sm font-semibold text-accent"
          >
            {`${showNumber(total - lines.length)} more`}
          </button>
        )}
        {work && !isWhole && lines.length < rows && (one?.total ?? total) <= lines.length && (
          // The sentence fills the space that is reserved for rows.
          <p className="flex flex-1 items-center justify-center gap-2 border-t px-4 py-1 text-sm text-ink-soft">
            <Icon name="check" size={18} className="text-good" />
            {lines.length === 0
              ? 'Nothing waits for you.'
              : one && total > one.total
                ? 'Nothing else of this kind waits for you.'
                : 'Nothing else waits for you.'}
          </p>
        )}
      </div>
    </section>
  );
}

/** The id of the transfer that a row opens. '' if the row opens something else. */
const deskOf = ({ act }: WorkLine): string => act?.search?.purchase_order_id ?? '';

/** The listed transfers that this tablet cannot open while the server does not answer, by id. */
function useAway(lines: readonly WorkLine[]): ReadonlySet<string> {
  const { online } = useContact();
  const { past } = useQueueState();
  const own = idsBegunHere(past);
  const ids = lines.map(deskOf).filter((id) => id !== '' && !own.has(id));
  return useMissingLines(ids, !online);
}

/** The rows of one kind in the whole list, with a link to the rows that the answer left out. */
const Part = ({ of, children }: { of: Work; children: ReactNode }) => (
  <section aria-label={WORK[of.kind].title}>
    <div className="flex min-h-10 items-center justify-between gap-4 border-t bg-surface-sunken px-4 text-sm">
      <h3 className="font-semibold">
        {WORK[of.kind].title} <span className="figures ml-1 font-normal text-ink-faint">{showNumber(of.total)}</span>
      </h3>
      {of.total > of.rows.length && <All of={of} />}
    </div>
    <ul className="ring-inside">{children}</ul>
  </section>
);

/**
 * The number of rows for which the list reserves space: one more than at the last visit, so that one new row moves nothing. The first visit reserves
 * `first` rows. The number stays while the screen is open. `count`: the rows in the answer, or undefined until the answer arrives.
 */
function useRowsPlace(userId: string, count: number | undefined, first: number): number {
  const [rows] = useState(() =>
    Math.min(WORK_SHOWN, (readLocal<Record<string, number>>(KEY, {})[userId] ?? first) + 1),
  );
  useEffect(() => {
    const kept = readLocal<Record<string, number>>(KEY, {});
    if (count !== undefined && kept[userId] !== count) writeLocal(KEY, { ...kept, [userId]: count });
  }, [userId, count]);
  return rows;
}
