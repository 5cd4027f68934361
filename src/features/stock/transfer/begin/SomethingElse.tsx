import { useRef, useState } from 'react';
import { useSearchValues } from '#crud/address.ts';
import { useSession } from '#crud/query/useSession.ts';
import { containsWords } from '#domain/text.ts';
import type { KindFacts } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { type PartyOption, usePartyOptions } from '../../parts/parties.ts';
import { BegunHere, begunWith } from './BegunHere.tsx';
import { DetailsForm, NoParties, nameAmong, type PartyChoices, useTypedHeader } from './details.tsx';
import type { Expected } from './expected.ts';
import { HubRow, WHICH_HUB } from './HubRow.tsx';
import { hubSideOf, rememberedOf, TILES, tilesOf } from './remembered.ts';
import { GRID, Tiles } from './Tiles.tsx';
import { type HeldBy, useHeldBy, useNotHere } from './useHeldBy.ts';
import type { RefusedScan } from './useScanToOpen.ts';
import { Who } from './Who.tsx';
import { WORDS } from './words.ts';

const NOBODY: ReadonlyMap<string, HeldBy> = new Map();
const NONE: ReadonlySet<string> = new Set();

/**
 * Names of hubs may be long, and there are few. A phone shows them small, so that the parties below stay visible. Six columns have space for whole names
 * only where the screen has the whole width, as under a finger.
 */
const HUB_GRID =
  'grid grid-cols-2 gap-2 min-[22.5rem]:grid-cols-3 pointer-coarse:lg:grid-cols-6 max-sm:text-sm max-sm:[&>button]:min-h-tap max-sm:[&>button]:px-1.5 max-sm:[&_span]:line-clamp-3';

interface Props {
  kind: KindFacts;
  /** No transfer is announced. */
  isOnly: boolean;
  /** The transfers that are not completed. */
  cards: readonly Expected[];
  /** The last scan, if it opened no transfer. */
  refused: RefusedScan | null;
  /** Resolves when the transfer is begun or was not saved. `lazily`: a press on a party began it, so no message says that it is saved. */
  onBegin: (header: TransferHeader, lazily: boolean) => Promise<void>;
}

/** Begins a transfer that nobody announced. If the hub is known, a press on a party begins it, otherwise the form asks for both (PO-13). */
export function SomethingElse({ kind, isOnly, cards, refused, onBegin }: Props) {
  const from = usePartyOptions(kind.source);
  const to = usePartyOptions(kind.destination);
  const words = WORDS[kind.kind];
  const title = isOnly ? words.only : words.other;
  const who = <Who words={words.who} refused={refused} />;
  if (from.query.isError || to.query.isError)
    return (
      <>
        {refused && who}
        <NoParties from={from} to={to} />
      </>
    );
  return (
    <Card label={title}>
      <div className="-mt-1 mb-2 flex items-center gap-x-3 max-sm:block">
        <h2 className="shrink-0 text-base font-semibold">{title}</h2>
        {who}
      </div>
      {from.query.isPending || to.query.isPending ? (
        <div role="status" aria-label="Loading" className={GRID}>
          {[0, 1, 2, 3].map((one) => (
            <span key={one} className="skeleton h-14 rounded-field" />
          ))}
        </div>
      ) : (
        <Choice {...{ kind, cards, from, to, onBegin }} />
      )}
    </Card>
  );
}

function Choice({
  kind,
  cards,
  from,
  to,
  onBegin,
}: Omit<Props, 'isOnly' | 'refused'> & { from: PartyChoices; to: PartyChoices }) {
  const me = useSession().profile?.user_id ?? '';
  const [{ hub: last, parties: lately }] = useState(() => rememberedOf(me));
  const hubSide = hubSideOf(kind);
  const [hubs, others] = hubSide === 'source' ? [from.options, to.options] : [to.options, from.options];
  const known = hubs.find((one) => one.value === last) ?? (hubs.length === 1 ? hubs[0] : undefined);
  // The command bar may name a party. That party is chosen, and one press begins.
  const { party: named } = useSearchValues();
  const partySide = hubSide === 'source' ? 'destination' : 'source';
  const requested = others.some(({ value }) => value === named) ? named : undefined;
  const typed = useTypedHeader(kind, null, {
    ...(known ? { [hubSide]: known.value } : {}),
    ...(requested ? { [partySide]: requested } : {}),
  });
  // With tiles for both parties the form is hidden at first. It is for another date, and for more hubs than there are tiles.
  const hasTiles = known !== undefined || hubs.length <= TILES;
  const [open, setOpen] = useState(!hasTiles || requested !== undefined);
  const form = useRef<HTMLElement>(null);
  const hubTiles = useRef<HTMLDivElement>(null);
  const parties = useRef<HTMLDivElement>(null);
  const { begin, beginning } = useOnce(onBegin);
  const [hub, party] = hubSide === 'source' ? [typed.source, typed.destination] : [typed.destination, typed.source];

  const [second, setSecond] = useState<{ one: Expected; begin: () => void } | null>(null);
  /** An open transfer with the same party is offered first, because the goods may belong to it. */
  const take = (id: string) => {
    const header = typed.headerWith(nameAmong(from), nameAmong(to), { [partySide]: id });
    if (header) {
      const one = begunWith(cards, labelIn(others, id), labelIn(hubs, hub));
      return one ? setSecond({ one, begin: () => void begin(header, id) }) : void begin(header, id);
    }
    // The next question is the hub.
    (partySide === 'source' ? typed.setSource : typed.setDestination)(id);
    if (hubTiles.current && !open) {
      hubTiles.current.querySelector('button')?.focus({ preventScroll: true });
      hubTiles.current.scrollIntoView({ block: 'nearest' });
      return;
    }
    setOpen(true);
    requestAnimationFrame(() => {
      const field = form.current?.querySelectorAll<HTMLElement>('[role="combobox"]')[hubSide === 'source' ? 0 : 1];
      field?.focus({ preventScroll: true });
      field?.scrollIntoView({ block: 'center' });
    });
  };
  /** No hub is remembered. Once a hub is chosen, its tiles go, so that the parties are in the window. */
  const needsHub = !known && hubs.length <= TILES && labelIn(hubs, hub) === '';
  /** The hub may be chosen before or after the party. */
  const takeHub = (id: string) => {
    const header = typed.headerWith(nameAmong(from), nameAmong(to), { [hubSide]: id });
    if (header) return void begin(header, party);
    (hubSide === 'source' ? typed.setSource : typed.setDestination)(id);
    // The pressed tile goes, so the focus moves on to the parties.
    requestAnimationFrame(() => parties.current?.querySelector('button')?.focus({ preventScroll: true }));
  };
  const isSearched = !open && others.length > TILES;
  const tiles = tilesOf(others, lately[kind.kind] ?? []);
  const ids = tiles.map((one) => one.value);
  const held = useHeldBy(kind, ids);
  const away = useNotHere(kind, ids);
  return (
    // On a tablet in landscape the hub and the search share a line, so that the tiles stay in the window below a row of cards.
    <div className="grid gap-3 lg:grid-cols-2 lg:[&>*]:col-span-2">
      {hasTiles && (
        <HubRow
          name={needsHub ? null : labelIn(hubs, hub) || 'no hub'}
          side={hubSide}
          hasParty={party !== ''}
          isShort={!needsHub && isSearched}
          {...{ typed, open }}
          onOpen={() => {
            setOpen(!open);
            // The opened form may be below the window.
            if (!open) requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' }));
          }}
        />
      )}
      {needsHub && (
        <div ref={hubTiles} className="flex flex-col gap-3">
          <Tiles
            label={WHICH_HUB}
            options={hubs}
            chosen={hub}
            busy={null}
            held={NOBODY}
            away={NONE}
            onTake={takeHub}
            grid={HUB_GRID}
          />
          <p className="-mb-1 border-t pt-3 text-sm font-semibold">{WORDS[kind.kind].who}</p>
        </div>
      )}
      {isSearched && (
        <div className={classes(hasTiles && !needsHub && 'lg:-mt-1 lg:!col-span-1')}>
          <Find kind={kind} options={others} onFound={take} />
        </div>
      )}
      <Tiles
        ref={parties}
        label={WORDS[kind.kind].who}
        options={tiles}
        chosen={open || !known ? party : ''}
        busy={beginning}
        {...{ held, away }}
        onTake={take}
      />
      {second && (
        <BegunHere
          kind={kind}
          one={second.one}
          onClose={() => setSecond(null)}
          onSecond={() => {
            setSecond(null);
            second.begin();
          }}
        />
      )}
      {open && (
        <section ref={form} aria-label="Transfer Details" className="border-t pt-4">
          <DetailsForm
            kind={kind}
            typed={typed}
            from={from}
            to={to}
            submit="Save & Add Products"
            onSave={(header) => begin(header, '')}
          />
        </section>
      )}
    </div>
  );
}

const labelIn = (options: readonly PartyOption[], id: string): string =>
  options.find(({ value }) => value === id)?.label ?? '';

/** Ignores presses while the first one is being saved. `beginning`: the party of the pressed tile; null: nothing is being saved. */
function useOnce(onBegin: Props['onBegin']) {
  const [beginning, setBeginning] = useState<string | null>(null);
  const running = useRef(false);
  const begin = async (header: TransferHeader, party: string) => {
    if (running.current) return;
    running.current = true;
    setBeginning(party);
    try {
      await onBegin(header, party !== '');
    } finally {
      running.current = false;
      setBeginning(null);
    }
  };
  return { begin, beginning };
}

function Find({ kind, options, onFound }: { kind: KindFacts; options: PartyOption[]; onFound: (id: string) => void }) {
  return (
    <Picker
      label={WORDS[kind.kind].find}
      hidesLabel
      value=""
      options={options}
      matches={(option, text) => containsWords(option.label, text)}
      placeholder={WORDS[kind.kind].find}
      onChange={(id) => id && onFound(id)}
    />
  );
}
