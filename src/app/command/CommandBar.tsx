import { type KeyboardEvent, Suspense, useMemo, useRef, useState } from 'react';
import { tourStore } from '#client/firstHour.ts';
import { configStore } from '#client/keptLocally.ts';
import { useGo } from '#crud/address.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useSession } from '#crud/query/useSession.ts';
import type { FoundRecord } from '#domain/found.ts';
import { dial } from '#domain/phone.ts';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Foot, NoResults, Searching } from './BarNotes.tsx';
import { takeEarly } from './early.ts';
import { openedLast, ranked, type StoredRecord, storedFor } from './found/storedSearch.ts';
import { useServerRecords, useStoredRecords } from './found/useFound.ts';
import { type BarGroup, type BarRow, firstChoice, hitGroups, nearestGroup } from './hits.ts';
import { Marked } from './Marked.tsx';
import { recordTexts } from './typed/nameInText.ts';
import { isBesideVerb, useEnter } from './useEnter.ts';
import { useWork } from './useWork.ts';

const LogoutDialog = lazyPart(() => import('../shell/LogoutDialog.tsx'), 'LogoutDialog');
const VersionDialog = lazyPart(() => import('../shell/VersionDialog.tsx'), 'VersionDialog');

/**
 * The records that each person opened from the bar since the page was loaded, the last one first. They are not stored, because a tablet stores names only
 * in the sealed saved reads.
 */
const seenBy = new Map<string, FoundRecord[]>();
const MOST_SEEN = 5;
const NOTHING_STORED: readonly StoredRecord[] = [];

/**
 * The command bar (Cmd or Ctrl + K): acts, records and screens that the person may open. Stored records are shown at once, also without a connection. The
 * server's results are added to them. Place and height of the bar never change.
 */
export function CommandBar({ onClose }: { onClose: () => void }) {
  const { profile } = useSession();
  const me = profile?.user_id ?? '';
  const permissions = useMemo(() => profile?.permissions ?? [], [profile]);
  const go = useGo();
  const [text, setText] = useState('');
  const [moved, setMoved] = useState<number | null>(null);
  const [dialog, setDialog] = useState<'logout' | 'shortcuts' | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const kept = useStoredRecords();
  const stored = kept ?? NOTHING_STORED;
  const work = useWork();
  const { whole, afterVerb } = recordTexts(text);
  const fromServer = useServerRecords(whole);
  // "how many milo" gives both texts the same words, which are searched once.
  const answerAfter = useServerRecords(afterVerb === whole ? '' : afterVerb);
  const fromServerAfter = afterVerb === whole ? fromServer : answerAfter;
  const isAway = fromServer.isFromDevice || fromServerAfter.isFromDevice;
  const groups = useMemo(
    () =>
      hitGroups({
        text,
        found: joined(storedFor(stored, whole), fromServer.found, whole),
        foundAfter: joined(storedFor(stored, afterVerb), fromServerAfter.found, afterVerb),
        seen: eachOnce([...(seenBy.get(me) ?? []), ...openedLast(stored)]).slice(0, MOST_SEEN),
        work,
        permissions,
        now: Math.floor(Date.now() / 1_000),
        isAway,
      }),
    [text, whole, afterVerb, stored, work, fromServer, fromServerAfter, me, permissions, isAway],
  );
  // "No results" waits for the server's answer, and without a server for the saved reads.
  const isOnTheWay = kept === null || fromServer.isOnTheWay || fromServerAfter.isOnTheWay;
  const isSearching = groups.length === 0 && isOnTheWay && text.trim() !== '';
  const isNothing = groups.length === 0 && !isSearching;
  const shown = isNothing ? nearestGroup(text, permissions, Math.floor(Date.now() / 1_000), isAway) : groups;
  const hits = shown.flatMap((group) => group.hits);
  // Enter alone never takes a suggestion of the empty answer.
  const active = Math.min(moved ?? (isNothing ? -1 : firstChoice(groups, text)), hits.length - 1);

  const open = (hit: BarRow | undefined) => {
    if (!hit) return;
    const { record } = hit;
    if (hit.asks !== undefined) {
      type(hit.asks);
      box.current?.focus();
      return;
    }
    if (hit.does === 'logout' || hit.does === 'shortcuts') return setDialog(hit.does);
    if (hit.does !== undefined) {
      onClose();
      if (hit.does === 'tour') tourStore.write(true);
      else configStore.write({ theme: hit.does });
      return;
    }
    if (record)
      seenBy.set(me, [record, ...(seenBy.get(me) ?? []).filter(({ _id }) => _id !== record._id)].slice(0, MOST_SEEN));
    onClose();
    void go(hit.to, hit.search ? { search: hit.search } : {});
    if (hit.dials !== undefined) location.href = dial(hit.dials);
  };
  const first = hits[active];
  const isBeside = first !== undefined && isBesideVerb(text, first);
  // An Enter that waited does not open a row that the text did not mean.
  const enter = useEnter({ text, isOnTheWay, openFirst: () => !isBeside && open(first) });
  const type = (next: string) => {
    setText(next);
    setMoved(null);
    enter.forget();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      enter.forget();
      const next = Math.max(0, Math.min(hits.length - 1, active + (event.key === 'ArrowDown' ? 1 : -1)));
      setMoved(next);
      document.getElementById(`found-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isSearching || (isBeside && isOnTheWay)) enter.remember(text);
      else open(first);
    } else if (event.key === 'Escape') onClose();
  };
  if (dialog !== null) return <DialogOf act={dialog} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Search everywhere" width="command">
      <div className="flex items-center gap-3 border-b px-5">
        <Icon name="search" className="shrink-0 text-ink-faint" />
        <input
          ref={box}
          role="combobox"
          aria-label="Search everywhere"
          aria-expanded={hits.length > 0}
          aria-controls="found-everywhere"
          aria-activedescendant={hits[active] ? `found-${active}` : undefined}
          autoComplete="off"
          // A person opens the dialog to type.
          autoFocus
          // The field starts with the text that was typed before the bar was loaded.
          onFocus={() => {
            const early = takeEarly();
            const typed = early.replace('\n', '');
            if (typed) type(typed);
            if (typed !== early) enter.remember(typed);
          }}
          placeholder="Search, or start a task"
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="ring-inside h-14 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <button
          type="button"
          aria-label="Close (Esc)"
          onClick={onClose}
          className="grid min-h-tap min-w-tap place-items-center text-ink-faint hover:text-ink"
        >
          <kbd className="rounded border px-1.5 py-0.5 font-sans text-xs">Esc</kbd>
        </button>
      </div>
      <div id="found-everywhere" role="listbox" aria-label="Found" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {isSearching && <Searching isEntered={enter.isEntered} />}
        {isNothing && text.trim() !== '' && <NoResults of={text.trim()} isAway={isAway} permissions={permissions} />}
        <Groups groups={shown} active={active} wanted={text} onOpen={open} onMove={setMoved} />
      </div>
      <Foot isEntered={enter.isEntered && !isSearching} isAway={isAway} />
    </Dialog>
  );
}

/** The dialog of an act, in the place of the bar. */
const DialogOf = ({ act, onClose }: { act: 'logout' | 'shortcuts'; onClose: () => void }) => (
  <Suspense>
    {act === 'logout' ? (
      <LogoutDialog onClose={onClose} />
    ) : (
      <VersionDialog shortcuts health={null} onClose={onClose} />
    )}
  </Suspense>
);

/** The rows in their groups, with the active one marked. */
function Groups({
  groups,
  active,
  wanted,
  onOpen,
  onMove,
}: {
  groups: readonly BarGroup[];
  active: number;
  wanted: string;
  onOpen: (hit: BarRow) => void;
  onMove: (at: number) => void;
}) {
  let index = -1;
  return (
    <>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
        <div key={group.title} role="group" aria-label={group.title}>
          <p aria-hidden="true" className="px-3 pb-1 pt-3 text-[0.8125rem] text-ink-faint">
            {group.title}
          </p>
          {group.hits.map((hit) => {
            index += 1;
            const at = index;
            return (
              <div
                key={hit.key}
                id={`found-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                // The focus stays in the field: a focused row would be a second one that stands out.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onOpen(hit)}
                onKeyDown={() => undefined}
                onMouseMove={() => at !== active && onMove(at)}
                className={classes(
                  'flex min-h-tap cursor-pointer items-center gap-3 rounded-field px-3 py-1',
                  at === active && 'bg-accent-soft',
                )}
              >
                {hit.record?.model === 'product' ? (
                  <span className="mx-0.5 flex">
                    <Pack product={productOf(hit.record)} size={28} />
                  </span>
                ) : (
                  <span className="grid size-8 shrink-0 place-items-center rounded-field bg-surface-sunken text-ink-soft">
                    <Icon name={hit.icon} size={18} />
                  </span>
                )}
                <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
                  <span className="max-w-full truncate font-semibold max-sm:whitespace-normal max-sm:[overflow-wrap:anywhere]">
                    <Marked text={hit.title} wanted={wanted} inside={hit.record !== undefined} />
                  </span>{' '}
                  <span className="min-w-0 text-sm text-ink-faint">
                    <Marked text={hit.note} wanted={wanted} inside={hit.record !== undefined} />
                  </span>
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </>
  );
}

const productOf = ({ title, pictured }: FoundRecord) => ({
  name: title,
  ...(pictured
    ? { brand: { name: pictured.brand }, upload: pictured.path === null ? null : { path: pictured.path } }
    : {}),
});

/** Removes repeated records. Each stays at its first place. */
const eachOnce = (records: readonly FoundRecord[]) =>
  [...new Map(records.toReversed().map((one) => [`${one.model} ${one._id}`, one])).values()].toReversed();

/** Joins the tablet's and the server's records without repeats, the best first. */
function joined(stored: readonly FoundRecord[], fromServer: readonly FoundRecord[], text: string): FoundRecord[] {
  const all = new Map([...stored, ...fromServer].map((one) => [`${one.model} ${one._id}`, one]));
  return ranked([...all.values()], text);
}
