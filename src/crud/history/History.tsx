import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { callApi } from '#client/transport.ts';
import type { BaseRow } from '#contract/model.ts';
import { auditByRecord } from '#contract/session/syncCalls.ts';
import { namesIn } from '#domain/namesIn.ts';
import { showClock } from '#domain/time.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState, SkeletonRows } from '#ui/feedback/States.tsx';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { dayText } from '#ui/when.ts';
import { useSearchValues } from '../address.ts';
import { NotLoaded } from '../query/Saved.tsx';
import { useCan } from '../query/useSession.ts';
import { type HistoryLine, historyLines, inARow } from './historyWords.ts';
import { LastChanged } from './LastChanged.tsx';

const PER_PAGE = 30;

/**
 * The history of a record: who changed what, when, from which value to which (B12.2). Everybody who sees the record sees its last change. The other
 * entries need view_audit_log and are read on demand, at once where the address asks for them (`act=history`, from the command bar), or at once with
 * `opened`: on the tab Activity, which is their heading and shows nothing else. They include parts such as lines of a purchase order and the account of a manager. Screens use HistoryPanel.
 */
export function History({ model, row, opened = false }: { model: string; row: BaseRow; opened?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const reads = useCan('view_audit_log');
  const open = opened || isOpen;
  const label = opened ? 'Activity' : 'History';
  const card = useRef<HTMLDivElement>(null);
  const { act, ...search } = useSearchValues();
  const isWanted = act === 'history' && reads;
  const navigate = useNavigate();
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  // Once the changes are there: before them the new screen begins at its top, and a form takes the focus.
  const onShown = useEvent(() => {
    card.current?.scrollIntoView({ block: 'start' });
    // The parameter leaves the address, so that a later return to this page moves nothing.
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  });
  return (
    <Card label={label} padded={false}>
      <div ref={card} className="flex scroll-mt-20 flex-wrap items-center gap-3 px-5 py-3">
        <div className="mr-auto min-w-0">
          <h2 className={opened ? 'sr-only' : 'text-base font-semibold'}>{label}</h2>
          <LastChanged row={row} />
        </div>
        {reads && !opened && (
          <Button icon="clock" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide history' : 'Show history'}
          </Button>
        )}
      </div>
      {open && reads && <Lines model={model} row={row} isWanted={isWanted} onShown={onShown} />}
    </Card>
  );
}

/** `onShown`: called when the changes that are wanted are there. */
function Lines({
  model,
  row,
  isWanted,
  onShown,
}: {
  model: string;
  row: BaseRow;
  isWanted: boolean;
  onShown: () => void;
}) {
  const query = useInfiniteQuery({
    queryKey: [auditByRecord.path, model, row._id],
    queryFn: async ({ pageParam, signal }) => {
      const input = { model, record_id: row._id, page: String(pageParam), per_page: String(PER_PAGE) };
      const answer = await callApi(auditByRecord, input, { signal });
      return Array.isArray(answer) ? { rows: answer, total: answer.length } : answer;
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * PER_PAGE < last.total ? pages.length + 1 : undefined),
  });
  useEffect(() => {
    if (query.isSuccess && isWanted) onShown();
  }, [query.isSuccess, isWanted, onShown]);
  const days = useMemo(() => {
    const names = namesIn(row);
    const packs = packsIn(row);
    const found = new Map<string, HistoryLine[]>();
    // A change between two reads shifts the pages, so duplicates are removed.
    const rows = new Map((query.data?.pages ?? []).flatMap((page) => page.rows).map((one) => [one._id, one]));
    for (const one of rows.values()) {
      const day = dayText(one.created);
      found.set(day, [...(found.get(day) ?? []), historyLines(one, names, packs)]);
    }
    return [...found].map(([day, lines]) => [day, inARow(lines)] as const);
  }, [query.data, row]);
  if (query.isPending)
    return (
      <div className="border-t">
        <SkeletonRows rows={3} />
      </div>
    );
  if (query.isError) return <NotLoaded error={query.error} onRetry={() => void query.refetch()} />;
  if (days.length === 0)
    return (
      <EmptyState title={row.version === 1 ? 'Nothing changed since it was created' : 'No changes are recorded'} />
    );
  return (
    <div className="border-t">
      {days.map(([day, lines]) => (
        <section key={day} aria-label={day}>
          <h3 className="bg-surface-sunken px-5 py-2 text-sm font-semibold text-ink-soft">{day}</h3>
          <ul className="divide-y">
            {lines.map((one) => (
              <Entry key={one._id} line={one} />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage && (
        <div className="flex justify-center border-t p-3">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older changes
          </Button>
        </div>
      )}
    </div>
  );
}

/** How many units a case of each product inside a record has, by the product's name. */
function packsIn(record: unknown): Map<string, number> {
  const found = new Map<string, number>();
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if (
      'name' in value &&
      'case_count' in value &&
      typeof value.name === 'string' &&
      typeof value.case_count === 'number'
    )
      found.set(value.name, value.case_count);
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(record);
  return found;
}

function Entry({ line }: { line: HistoryLine }) {
  const { who, did, about, changes, times } = line;
  const first = `${did}${about ? ` ${about}` : ''}`;
  return (
    <li className="flex gap-4 px-5 py-3">
      <span className="figures w-20 shrink-0 text-sm leading-6 text-ink-faint">{showClock(line.at)}</span>
      <div className="min-w-0 flex-1">
        <p>
          <strong className="font-semibold">{who}</strong> {first}
          {times > 1 && <span className="text-ink-faint">, {times} times</span>}
        </p>
        {changes.length > 0 && (
          <ul className="mt-1 flex flex-col gap-0.5 text-[0.9375rem] text-ink-soft">
            {changes.map((change) => (
              <li key={change.field} className="break-words">
                <span className="font-medium text-ink">{change.field}</span>
                {change.from !== null && change.to !== null && ` from ${change.from} to `}
                {change.from === null ? ': ' : change.to === null && ` was ${change.from}`}
                <span className="text-ink">{change.to}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
