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
import { type PartyOption, usePartyOptions } from '../../parts/parties.ts';
import { DetailsForm, NoParties, nameAmong, type PartyChoices, useTypedHeader } from './details.tsx';
import { hubSideOf, rememberedOf, TILES, tilesOf } from './remembered.ts';
import { useEmptyHanded } from './useEmptyHanded.ts';
import { WORDS } from './words.ts';

const GRID = 'grid grid-cols-2 gap-2 sm:grid-cols-4';

interface Props {
  kind: KindFacts;
  /** Resolves when the transfer is begun or was not saved. `lazily`: a press on a party began it, and nothing was said to be saved. */
  onBegin: (header: TransferHeader, lazily: boolean) => Promise<void>;
}

/** Begins a transfer that nobody announced: a press on a party does it where the hub is known, else the form says both (PO-13). */
export function SomethingElse({ kind, onBegin }: Props) {
  const from = usePartyOptions(kind.source);
  const to = usePartyOptions(kind.destination);
  const words = WORDS[kind.kind];
  if (from.query.isError || to.query.isError) return <NoParties from={from} to={to} />;
  return (
    <Card label={words.other}>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-bold">{words.other}</h2>
        <p className="text-ink-soft">{words.who}</p>
      </div>
      {from.query.isPending || to.query.isPending ? (
        <div role="status" aria-label="Loading" className={GRID}>
          {[0, 1, 2, 3].map((one) => (
            <span key={one} className="skeleton h-14 rounded-field" />
          ))}
        </div>
      ) : (
        <Choice kind={kind} from={from} to={to} onBegin={onBegin} />
      )}
    </Card>
  );
}

function Choice({ kind, from, to, onBegin }: Props & { from: PartyChoices; to: PartyChoices }) {
  const me = useSession().profile?.user_id ?? '';
  const [{ hub: last, parties: lately }] = useState(() => rememberedOf(me));
  const hubSide = hubSideOf(kind);
  const [hubs, others] = hubSide === 'source' ? [from.options, to.options] : [to.options, from.options];
  const known = hubs.find((one) => one.value === last) ?? (hubs.length === 1 ? hubs[0] : undefined);
  // The command bar names a party: it is chosen, and one press begins.
  const { party: named } = useSearchValues();
  const partySide = hubSide === 'source' ? 'destination' : 'source';
  const asked = others.some(({ value }) => value === named) ? named : undefined;
  const typed = useTypedHeader(kind, null, {
    ...(known ? { [hubSide]: known.value } : {}),
    ...(asked ? { [partySide]: asked } : {}),
  });
  const [open, setOpen] = useState(!known || asked !== undefined);
  const form = useRef<HTMLElement>(null);
  const { begin, beginning } = useOnce(onBegin);
  const [hub, party] = hubSide === 'source' ? [typed.source, typed.destination] : [typed.destination, typed.source];

  const take = (id: string) => {
    const header = typed.headerWith(nameAmong(from), nameAmong(to), { [partySide]: id });
    if (header) return void begin(header, id);
    // What is missing is asked for next: the hub.
    (partySide === 'source' ? typed.setSource : typed.setDestination)(id);
    setOpen(true);
    requestAnimationFrame(() =>
      form.current?.querySelectorAll<HTMLElement>('[role="combobox"]')[hubSide === 'source' ? 0 : 1]?.focus(),
    );
  };
  const tiles = tilesOf(others, lately[kind.kind] ?? []);
  const empty = useEmptyHanded(
    kind,
    tiles.map((one) => one.value),
  );
  return (
    <div className="flex flex-col gap-3">
      {!open && others.length > TILES && <Find kind={kind} options={others} onFound={take} />}
      <Tiles
        label={WORDS[kind.kind].who}
        options={tiles}
        chosen={open ? party : ''}
        busy={beginning}
        empty={empty}
        onTake={take}
      />
      {known && (
        <div className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 text-ink-soft">
          <p>
            {hubSide === 'source' ? 'From' : 'Into'}{' '}
            <strong className="font-semibold text-ink">
              {hubs.find((one) => one.value === hub)?.label ?? 'no hub'}
            </strong>
            {typed.dated || typed.locked ? `, ${momentText(fromInput(typed.date) ?? 0)}` : ', now'}
          </p>
          <Button
            look="quiet"
            icon={open ? 'up' : 'down'}
            aria-label="More: another hub or date"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            More
          </Button>
        </div>
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

/** A second press while the first is saved begins nothing. `beginning`: the party of the pressed tile, null: nothing is being saved. */
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
      value=""
      options={options}
      matches={(option, text) => containsWords(option.label, text)}
      placeholder="Search by name"
      onChange={(id) => id && onFound(id)}
    />
  );
}

function Tiles({
  label,
  options,
  chosen,
  busy,
  empty,
  onTake,
}: {
  label: string;
  options: readonly PartyOption[];
  chosen: string;
  busy: string | null;
  /** Who has nothing to give. */
  empty: ReadonlySet<string>;
  onTake: (id: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is part of a form, and these buttons are none
    <div role="group" aria-label={label} className={GRID}>
      {options.map((one) => (
        <button
          key={one.value}
          type="button"
          title={one.label}
          aria-busy={busy === one.value || undefined}
          aria-disabled={busy !== null || undefined}
          aria-pressed={chosen === one.value ? true : undefined}
          onClick={() => onTake(one.value)}
          className={classes(
            'flex min-h-14 items-center gap-2 rounded-field border px-3 py-1.5 text-left leading-5 transition-colors',
            'hover:border-accent hover:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
            chosen === one.value ? 'border-accent bg-accent-soft' : 'border-line-strong/50 bg-surface',
          )}
        >
          <span className="min-w-0 flex-1">
            <span
              className={classes('[overflow-wrap:anywhere]', empty.has(one.value) ? 'line-clamp-1' : 'line-clamp-2')}
            >
              {one.label}
            </span>
            {empty.has(one.value) && <span className="block text-sm text-ink-faint">Nothing to bring back</span>}
          </span>
          {busy === one.value && <Icon name="clock" size={16} className="shrink-0 text-ink-faint" />}
        </button>
      ))}
    </div>
  );
}
