/** The waiting work as rows of the command bar. */
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { workToDo } from '#contract/home/workCalls.ts';
import { useSession } from '#crud/query/useSession.ts';
import { figuresFor } from '#domain/home.ts';
import { together } from '#features/session/home/workOrder.ts';
import { linesOf } from '#features/session/home/workWords.ts';
import type { BarRow } from './hits.ts';

/** The age in ms up to which the home's answer is used. The home reads a newer one. */
const FRESH_MS = 60_000;

/** The rows of the home first, then the other rows. Empty until the answer arrives, and for people whose home has no work. */
export function useWork(): readonly BarRow[] {
  const { profile } = useSession();
  const query = useQuery({
    ...queryFor(workToDo, {}),
    enabled: profile !== null && figuresFor(profile).length > 0,
    staleTime: FRESH_MS,
  });
  const work = query.data?.data;
  if (!profile || !work) return NOTHING;
  const now = Math.floor(Date.now() / 1_000);
  const lists = work.map((kind) => linesOf(kind, profile, now));
  const lines = new Set([...together(lists).toSorted((a, b) => a.since - b.since), ...lists.flat()]);
  return [...lines].flatMap(({ key, act, title, ref, waits, amount }): BarRow[] =>
    act
      ? [
          {
            key: `work ${key}`,
            title: `${act.text}: ${title}`,
            note: [ref, amount, waits].filter(Boolean).join(', '),
            icon: 'clock',
            verb: act.text,
            to: act.to,
            ...(act.search ? { search: { ...act.search } } : {}),
          },
        ]
      : [],
  );
}

const NOTHING: readonly BarRow[] = [];
