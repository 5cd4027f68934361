import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type Stocktake, warehousesToCount } from '#contract/stock/stocktakeCalls.ts';
import { useContact, useSession } from '#crud/query/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import type { OpenPayload } from '#offline/outbox/op.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { useAwake } from '#ui/hooks/useAwake.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { useRootMark } from '#ui/hooks/useRootMark.ts';
import { momentText } from '#ui/when.ts';
import { useFreeKeys } from '../transfer/typing/useFreeKeys.ts';
import { CountCodes } from './CountCodes.tsx';
import { CountEnd } from './CountEnd.tsx';
import { CountFoot } from './CountFoot.tsx';
import { CountHead, PlaceDialog } from './CountHead.tsx';
import { CountKeys } from './CountKeys.tsx';
import { CountList } from './CountList.tsx';
import { CountPeople, CountProgress } from './CountPeople.tsx';
import { useCountPlace } from './countPlace.ts';
import { type CountTab, nextToCount, restWords } from './countWords.ts';
import { keptCountText, readKeptCount, useKeptCount } from './keys/keptCount.ts';
import { withGoodsHere } from './knownHere.ts';
import { type CountDeskState, isBesideList, useCountDesk } from './useCountDesk.ts';
import { isCountTyped } from './useCountEntry.ts';
import { useCountGoods } from './useCountGoods.ts';

interface Props {
  session: CountSession;
  /** The name of the stocktake on this tablet. It stays when the server gives the stocktake an id. */
  lane: string;
  /** The lines are those of the server, or the server does not answer. */
  isSettled: boolean;
  /** The stocktake in the server's last answer. Null: this tablet has no answer. */
  read: Stocktake | null;
  /** The changes of this tablet that began or joined the stocktake. */
  openings: readonly OpenPayload[];
  /** The time of the stored copy in epoch ms. Null: the server's answer is shown, or there is none. */
  at: number | null;
}

/**
 * The counting screen of a stocktake. One side is for typing, the other side lists what is left. After each step the focus moves on by itself:
 * product, digits, Enter, next product. The screen fills the window, so that nothing covers the list and the keys.
 */
export function CountDesk({ session: stored, lane, isSettled, read, openings, at }: Props) {
  useRootMark('desk');
  useAwake();
  const { profile } = useSession();
  const { online } = useContact();
  const me = { user_id: profile?.user_id ?? '', name: profile?.name ?? '' };
  const now = useNow();
  const places = useCountPlace(me.user_id, stored.warehouse_name);
  const [left] = useState(() => readKeptCount(me.user_id, lane));
  const goods = useCountGoods(useHub(read, openings), stored.lines, left?.product);
  const session = useMemo(
    () => (read === null ? withGoodsHere(stored, openings, goods.held) : stored),
    [read, stored, openings, goods.held],
  );
  const [tab, setTab] = useState<CountTab>(() => (session.recounts > 0 ? 'recount' : 'to_count'));
  const desk = useCountDesk({ session, lane }, goods, places.here, tab, setTab);
  const search = useRef<HTMLInputElement>(null);
  const [asksPlace, setAsksPlace] = useState(false);
  useFreeKeys(search, desk.entry.chosen ? 'open' : desk.scanner.unknown === null ? 'none' : 'unknown', desk);
  const open = useEvent((productId: string) => {
    // A scanned or pressed product needs no soft keyboard, so the search does not open one.
    if (search.current) search.current.inputMode = 'none';
    desk.open(productId);
  });
  const isOpen = session.status === 'open';
  const isJudged = useKeptCount(
    left,
    {
      ...{ user: me.user_id, lane, session, entry: desk.entry, place: places.here },
      text: keptCountText(desk.entry, desk.chosenProduct, { session, place: places.here, tab }),
    },
    {
      isSettled,
      isFree: desk.entry.chosen === null && desk.scanner.unknown === null,
      onShow: useEvent(() => {
        if (left) setTab(left.tab);
        if (search.current) search.current.inputMode = 'none';
      }),
    },
  );
  useFirstLine(desk, isOpen && isJudged ? nextToCount(session, tab, null) : null, search, open);
  const onPlace = isOpen ? () => setAsksPlace(true) : null;
  const chosen = desk.entry.chosen?.productId ?? null;
  const rest = read === null ? null : restWords(session, me.user_id);
  const [isEnded, setEnded] = useState(false);
  if (isEnded)
    return (
      <CountEnd {...{ session, now }} codes={desk.scanner.parked.length} me={me.user_id} onGoOn={() => setEnded(false)}>
        {!isOpen && <Closed session={session} read={read} />}
      </CountEnd>
    );
  return (
    <div className="relative flex min-h-96 flex-1 flex-col overflow-hidden lg:flex-row">
      {isOpen && (
        <CountKeys
          {...{ session, desk, goods, search }}
          rest={rest}
          progress={<CountProgress session={session} me={me.user_id} />}
        />
      )}
      <section aria-label="Lines" className="contents lg:flex lg:min-w-0 lg:flex-1 lg:flex-col lg:border-l">
        <CountHead
          {...{ session, onPlace }}
          since={read?.created ?? null}
          copy={at === null ? null : syncWords.storedCopyFrom(momentText(Math.floor(at / 1_000)))}
        />
        <CountPeople people={session.people} place={places.here} {...{ me, now, onPlace }} />
        <CountList
          {...{ session, tab, chosen }}
          onTab={setTab}
          lit={desk.lit}
          last={desk.last?.productId ?? null}
          isAlone={read === null && session.lines.length === 0}
          onOpen={open}
          foot={<CountCodes scanner={desk.scanner} />}
        >
          {!isOpen && <Closed session={session} read={read} />}
        </CountList>
        <CountFoot
          {...{ session, online }}
          me={me.user_id}
          codes={desk.scanner.parked.length}
          isTyping={chosen !== null && (rest === null || isCountTyped(desk.entry))}
          isSure={read !== null}
          onAsk={() => desk.settle()}
          onFinished={() => setEnded(true)}
          onShow={open}
        />
      </section>
      <p role="status" aria-label="Last change" className="sr-only">
        {desk.last?.words}
      </p>
      {asksPlace && (
        <PlaceDialog
          here={places.here}
          before={[...new Set([...places.before, ...session.people.map((one) => one.place)])].filter(Boolean)}
          onGo={places.go}
          onClose={() => setAsksPlace(false)}
        />
      )}
    </div>
  );
}

/** Chooses the first uncounted line when the screen opens, as the count of a transfer does. If the person does something first, nothing is chosen. */
function useFirstLine(
  { entry, scanner }: CountDeskState,
  first: string | null,
  search: RefObject<HTMLInputElement | null>,
  open: (productId: string) => void,
) {
  const isOver = useRef(false);
  useEffect(() => {
    if (entry.chosen !== null || scanner.unknown !== null) isOver.current = true;
    const isSearching = (search.current?.value ?? '') !== '';
    if (isOver.current || first === null || isSearching || document.querySelector('[data-dialog]')) return;
    isOver.current = true;
    if (isBesideList()) open(first);
  }, [entry.chosen, scanner.unknown, first, search, open]);
}

/**
 * The id of the hub whose goods are counted: from the server, otherwise from what this tablet knows about the warehouse. Null: the warehouse is of no
 * hub, or the hub is unknown.
 */
function useHub(read: Stocktake | null, openings: readonly OpenPayload[]): string | null {
  const all = useQuery({ ...queryFor(warehousesToCount, {}), enabled: read === null }).data?.data;
  const warehouse = openings.at(-1)?.warehouse_id;
  return read ? read.seller_id : (all?.find((one) => one._id === warehouse)?.seller_id ?? null);
}

/** The current time in epoch seconds. It changes every half minute, so that "1 min ago" stays true. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1_000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1_000), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shown when the stocktake is closed, so that nobody counts in it any more. */
function Closed({ session, read }: Pick<Props, 'session' | 'read'>) {
  const when = read?.closed_at ? ` ${momentText(read.closed_at)}` : '';
  const who = read?.closed_by ? ` by ${read.closed_by.name}` : '';
  return (
    <div className="px-6 py-3 max-sm:px-4">
      <Notice
        tone={session.status === 'posted' ? 'good' : 'wait'}
        icon={session.status === 'posted' ? 'check' : 'alert'}
      >
        {session.status === 'posted' ? `Posted${when}${who}.` : `Cancelled${when}${who}.`} Nothing more can be counted.
      </Notice>
    </div>
  );
}
