import { useEffect, useMemo, useState } from 'react';
import { sessionStore } from '#client/session/state.ts';
import { callApi } from '#client/transport.ts';
import { searchEverywhere } from '#contract/search/searchCalls.ts';
import { useGo } from '#crud/address.ts';
import { type Address, RECORD_LINKS } from '#crud/paths.ts';
import { useSession } from '#crud/query/useSession.ts';
import { type FoundRecord, foundOf } from '#domain/found.ts';
import { AUTOCOMPLETE_PAUSE_MS } from '#domain/limits.ts';
import { containsWords } from '#domain/text.ts';
import { savedReads } from '#offline/reads/savedReads.ts';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { inputClasses } from '#ui/fields/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { kitTexts } from '#ui/texts.ts';
import { menuFor } from '../menu.ts';

interface Hit {
  to: Address;
  title: string;
  note: string;
}

const SHOWN = 40;

/**
 * The search dialog (Cmd or Ctrl + K): finds screens, and records that the server or this tablet holds, by name, reference or phone, as far as the
 * person may open them. Stored records are shown at once and without a connection. The server's results are added to them.
 */
export function SearchEverywhere({ onClose }: { onClose: () => void }) {
  const { profile } = useSession();
  const permissions = useMemo(() => profile?.permissions ?? [], [profile]);
  const go = useGo();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const held = useRowSnapshot();
  const told = useTold(text);

  const screens = useMemo<Hit[]>(
    () => [
      { to: '/', title: 'Home', note: 'Screen' },
      { to: '/profile', title: 'My Profile', note: 'Screen' },
      { to: '/sync', title: 'Outbox', note: 'Screen' },
      ...menuFor(permissions).flatMap((group) =>
        group.links.map((link) => ({ to: link.to, title: link.title, note: `Screen, ${group.title}` })),
      ),
    ],
    [permissions],
  );
  const hits = useMemo<Hit[]>(() => {
    const wanted = text.trim();
    if (wanted === '') return screens;
    const records = new Map<string, FoundRecord>();
    for (const one of held)
      if (containsWords(`${one.title} ${one.note}`, wanted)) records.set(`${one.model} ${one._id}`, one);
    for (const one of told) records.set(`${one.model} ${one._id}`, one);
    return [
      ...screens.filter((screen) => containsWords(screen.title, wanted)),
      ...[...records.values()].flatMap((one) => {
        const place = RECORD_LINKS[one.model];
        if (!place || !permissions.includes(place.needs)) return [];
        return [{ to: place.to(one._id), title: one.title, note: [place.label, one.note].filter(Boolean).join(', ') }];
      }),
    ].slice(0, SHOWN);
  }, [text, screens, held, told, permissions]);

  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    void go(hit.to);
  };
  return (
    <Dialog open onClose={onClose} title="Search everywhere" width="wide">
      <div className="relative">
        <Icon name="search" className="pointer-events-none absolute left-3 top-1/2 -translate-y-1/2 text-ink-faint" />
        <input
          role="combobox"
          aria-label="Search everywhere"
          aria-expanded={hits.length > 0}
          aria-controls="found-everywhere"
          aria-activedescendant={hits[active] ? `found-${active}` : undefined}
          autoComplete="off"
          // The dialog is opened for typing.
          autoFocus
          placeholder="A screen, a product, a person, a reference, a phone number…"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault();
              const step = event.key === 'ArrowDown' ? 1 : -1;
              setActive((now) => Math.max(0, Math.min(hits.length - 1, now + step)));
            } else if (event.key === 'Enter') {
              event.preventDefault();
              open(hits[active]);
            } else if (event.key === 'Escape') onClose();
          }}
          className={classes(inputClasses, 'border-line-strong pl-10')}
        />
      </div>
      <div id="found-everywhere" role="listbox" aria-label="Found" className="-mx-2 min-h-64 overflow-y-auto">
        {hits.map((hit, index) => (
          <div
            key={hit.to}
            id={`found-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => open(hit)}
            onKeyDown={() => undefined}
            onMouseEnter={() => setActive(index)}
            className={classes(
              // On a phone the title is shown whole, with the note below it.
              'flex min-h-tap cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-field px-3 py-1.5',
              index === active && 'bg-accent-soft',
            )}
          >
            <span className="max-w-full shrink-0 truncate font-semibold">{hit.title}</span>
            <span className="min-w-0 flex-[1_1_8rem] text-sm sm:text-right text-ink-faint">{hit.note}</span>
          </div>
        ))}
        {hits.length === 0 && <p className="px-3 py-6 text-center text-ink-faint">{kitTexts.nothingFits}</p>}
      </div>
    </Dialog>
  );
}

/** The records in this person's saved reads on this tablet. */
function useRowSnapshot(): readonly FoundRecord[] {
  const [held, setHeld] = useState<readonly FoundRecord[]>([]);
  useEffect(() => {
    let gone = false;
    savedReads(() => sessionStore.read().profile?.user_id ?? null)
      .held()
      .then((rows) => !gone && setHeld(rows.flatMap(({ model, row }) => foundOf(model, row) ?? [])))
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, []);
  return held;
}

/** The server's results, requested after a pause in typing. If the server does not respond, only the stored records are shown. */
function useTold(text: string): readonly FoundRecord[] {
  const [told, setTold] = useState<{ of: string; found: readonly FoundRecord[] }>({ of: '', found: [] });
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < 2) return;
    const leave = new AbortController();
    const timer = setTimeout(() => {
      callApi(searchEverywhere, { query: wanted.slice(0, 100) }, { signal: leave.signal })
        .then((found) => setTold({ of: wanted, found }))
        .catch(() => undefined);
    }, AUTOCOMPLETE_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [wanted]);
  return told.of === wanted ? told.found : [];
}
