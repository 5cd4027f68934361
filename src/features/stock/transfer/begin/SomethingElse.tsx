import { useRef, useState } from 'react';
import { useSearchValues } from '#crud/address.ts';
import { useSession } from '#crud/query/useSession.ts';
import { containsWords } from '#domain/text.ts';
import { fromInput } from '#domain/time.ts';
import type { KindFacts } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { Icon } from '#ui/Icon.tsx';
import { momentText } from '#ui/when.ts';
import { lineTexts, returnDated } from '../../parts/lines/texts.ts';
import { type PartyOption, usePartyOptions } from '../../parts/parties.ts';
import { BegunHere, begunWith } from './BegunHere.tsx';
import { DetailsForm, NoParties, nameAmong, type PartyChoices, useTypedHeader } from './details.tsx';
import type { Expected } from './expected.ts';
import { hubSideOf, rememberedOf, TILES, tilesOf } from './remembered.ts';
import { GRID, Tiles } from './Tiles.tsx';
import { type HeldBy, useHeldBy, useNotHere } from './useHeldBy.ts';
import type { RefusedScan } from './useScanToOpen.ts';
import { Who } from './Who.tsx';
import { WORDS } from './words.ts';

const WHICH_HUB = 'Which hub are you in?';
const NOBODY: ReadonlyMap<string, HeldBy> = new Map();
const NONE: ReadonlySet<string> = new Set();

/** Names of hubs may be long, and there are few. A phone shows them small, so that the parties below stay visible. */
const HUB_GRID =
  'grid grid-cols-2 gap-2 min-[22.5rem]:grid-cols-3 max-sm:text-sm max-sm:[&>button]:min-h-tap max-sm:[&>button]:px-1.5 max-sm:[&_span]:line-clamp-3';

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
  /** As long as no hub is remembered, the hub may be chosen before or after the party. */
  const takeHub = (id: string) => {
    const header = typed.headerWith(nameAmong(from), nameAmong(to), { [hubSide]: id });
    if (header) void begin(header, party);
    else (hubSide === 'source' ? typed.setSource : typed.setDestination)(id);
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
        // The hub comes before the party, because a press on a party begins the transfer in this hub.
        <div
          className={classes(
            '-mt-1 flex min-h-tap items-center gap-x-3 rounded-field bg-surface-sunken py-1 pr-1 pl-3 max-sm:flex-wrap',
            known && isSearched && 'lg:!col-span-1 lg:py-0',
          )}
        >
          <Icon name="warehouse" size={20} className="shrink-0 text-ink-soft" />
          <p className="min-w-0 flex-1 text-ink-soft">
            {hubSide === 'source' ? 'From' : 'Into'}{' '}
            <strong className="text-lg font-semibold text-ink max-sm:text-base">
              {hubs.find((one) => one.value === hub)?.label ?? (known ? 'no hub' : 'the hub you choose')}
            </strong>
            <Dated typed={typed} />
            <WhyTomorrow of={typed} className="block pb-0.5 max-sm:hidden" />
          </p>
          <Button
            look="quiet"
            icon={open ? 'up' : 'down'}
            aria-label="Change: another hub or date"
            aria-expanded={open}
            onClick={() => {
              setOpen(!open);
              // The opened form may be below the window.
              if (!open) requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' }));
            }}
          >
            Change
          </Button>
          {/* A phone has no space for the text beside the button. */}
          <WhyTomorrow of={typed} className="basis-full pr-2 pb-1.5 text-ink-soft sm:hidden" />
        </div>
      )}
      {!known && hubs.length <= TILES && (
        <div ref={hubTiles} className="flex flex-col gap-3">
          <p className={classes('-mb-1 text-sm font-semibold', party && !hub && 'text-wait')}>{WHICH_HUB}</p>
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
        <div className={classes(known && 'lg:-mt-1 lg:!col-span-1')}>
          <Find kind={kind} options={others} onFound={take} />
        </div>
      )}
      <Tiles
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

/** The date of a return, which is tomorrow. A phone shows the date only. */
function Dated({ typed }: { typed: Pick<ReturnType<typeof useTypedHeader>, 'locked' | 'dated' | 'date'> }) {
  const at = fromInput(typed.date) ?? 0;
  if (!typed.locked) return typed.dated ? `, ${momentText(at)}` : ', now';
  const date = returnDated(at, Date.now() / 1_000);
  return (
    <>
      <span className="max-sm:hidden">{`, now: each return is ${date}`}</span>
      <span className="sm:hidden">{`, ${date}`}</span>
    </>
  );
}

/** Explains the date of a return where the date is shown, and not only in the dialog that confirms the return. */
const WhyTomorrow = ({ of, className }: { of: { locked: boolean }; className: string }) =>
  of.locked && <span className={classes('text-sm leading-tight', className)}>{lineTexts.datedTomorrow}</span>;

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
