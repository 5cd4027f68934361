import { useState } from 'react';
import type { Offer, TakenCount } from '#contract/handover/papers.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { countedLots, givenParts, isOtherLots } from '#domain/handover/takenLots.ts';
import { lotName } from '#domain/lotWords.ts';
import { plural } from '#domain/plural.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineCheck } from '#offline/handover/takeoverDraft.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { LotList } from '../parts/lines/LotList.tsx';
import { goodsWords } from './Sides.tsx';

type OfferedLine = Offer['lines'][number];

interface Props {
  offer: Offer;
  giver: string;
  /** The lines that were checked before the page was closed. */
  began: ReadonlyMap<string, LineCheck>;
  /** Called after each check, to store it. */
  onLook: (looked: ReadonlyMap<string, LineCheck>) => void;
  onCancel: () => void;
  /** Called with the lines whose count differs. */
  onSave: (counts: TakenCount[]) => Promise<void>;
}

/** The lines of a handover. For each line the taker confirms the quantity or types the counted one. */
export function TakeLines({ offer, giver, began, onLook, onCancel, onSave }: Props) {
  const [looked, setLooked] = useState(began);
  const [busy, setBusy] = useState(false);
  const put = (next: ReadonlyMap<string, LineCheck>) => {
    setLooked(next);
    onLook(next);
  };
  const look = (id: string, how: LineCheck | null) => {
    const next = new Map(looked);
    if (how === null) next.delete(id);
    else next.set(id, how);
    put(next);
  };
  const settled = offer.lines.filter(({ product_id }) => isSettled(looked.get(product_id))).length;
  const counts = countsOf(offer.lines, looked);
  const isAll = settled === offer.lines.length;
  const save = async () => {
    setBusy(true);
    await onSave(counts);
    setBusy(false);
  };
  return (
    <>
      <Card label="What is handed over">
        <p className="text-lg">
          <strong className="font-semibold">{giver}</strong> hands over from{' '}
          <strong className="font-semibold">{offer.source_name}</strong> to{' '}
          <strong className="font-semibold">{offer.destination_name}</strong>
        </p>
        <p className="text-ink-soft">
          {goodsWords(offer.lines)}, offered <Moment at={offer.given_at} />
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            icon="check"
            disabled={isAll}
            onClick={() =>
              put(new Map(offer.lines.map(({ product_id }) => [product_id, looked.get(product_id) ?? 'right'])))
            }
          >
            {settled === 0 ? 'All of it is here' : 'The rest is right'}
          </Button>
        </div>
      </Card>
      <ul aria-label="Lines to check" className="flex flex-col gap-3">
        {offer.lines.map((line) => (
          <Line
            key={line.product_id}
            line={line}
            looked={looked.get(line.product_id)}
            onLook={(how) => look(line.product_id, how)}
          />
        ))}
      </ul>
      <BottomBar>
        <p className="figures">
          {settled} of {plural(offer.lines.length, '# line', '# lines')} checked
          {counts.length > 0 && (
            <span className="block text-sm font-medium text-wait">
              {plural(counts.length, '# is counted differently', '# are counted differently')}
            </span>
          )}
        </p>
        <Button onClick={onCancel}>Take nothing</Button>
        <Button look="primary" icon="check" busy={busy} disabled={!isAll} onClick={() => void save()}>
          Take over
        </Button>
      </BottomBar>
    </>
  );
}

const isSettled = (how: LineCheck | undefined): boolean =>
  how !== undefined && (how === 'right' || how.quantity !== null);

/** The lines whose counted figure differs from the given one, or that have a note. */
export function countsOf(lines: readonly OfferedLine[], looked: ReadonlyMap<string, LineCheck>): TakenCount[] {
  return lines.flatMap((line) => {
    const how = looked.get(line.product_id);
    if (how === undefined || how === 'right' || how.quantity === null) return [];
    const note = how.note.trim();
    const given = { lots: line.lots, moved: movedQuantity(line) };
    const lots =
      how.parts &&
      countedLots(
        givenParts(given),
        how.parts.map((units) => units ?? 0),
      );
    const isSame = how.quantity === given.moved && !isOtherLots(lots, given);
    return isSame && note === ''
      ? []
      : [{ product_id: line.product_id, quantity: how.quantity, note, ...(lots === undefined ? {} : { lots }) }];
  });
}

type Differing = Exclude<LineCheck, 'right'>;

/** The sum of the lots. Null while a lot is not counted. */
const sumOf = (parts: readonly (number | null)[]): number | null =>
  parts.reduce((sum: number | null, units) => (sum === null || units === null ? null : sum + units), 0);

function Line({
  line,
  looked,
  onLook,
}: {
  line: OfferedLine;
  looked: LineCheck | undefined;
  onLook: (how: LineCheck | null) => void;
}) {
  const given = movedQuantity(line);
  const typed = typeof looked === 'object' ? looked : null;
  return (
    <li className="flex flex-col gap-3 rounded-card border bg-surface px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-center gap-3">
        <Pack product={line} size={48} />
        <div className="min-w-0 flex-[1_1_12rem]">
          <p className="font-semibold leading-tight [overflow-wrap:anywhere]">{line.name}</p>
          <p className="figures text-lg">{casesText(given, line.case_count)}</p>
          <LotList lots={line.lots ?? ''} caseCount={line.case_count} />
        </div>
        <div className="flex gap-2">
          <Button
            aria-label={`Right: ${line.name}`}
            aria-pressed={looked === 'right'}
            look={looked === 'right' ? 'primary' : 'plain'}
            onClick={() => onLook(looked === 'right' ? null : 'right')}
          >
            <Icon name="check" size={18} /> Right
          </Button>
          <Button
            aria-label={`Differs: ${line.name}`}
            aria-pressed={typed !== null}
            look={typed ? 'waiting' : 'plain'}
            onClick={() => onLook(typed ? null : nothingTyped(line))}
          >
            Differs
          </Button>
        </div>
      </div>
      {typed && (
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Counted line={line} typed={typed} onLook={onLook} />
          <TextField
            label="Note"
            value={typed.note}
            onChange={(note) => onLook({ ...typed, note: note.slice(0, 300) })}
            autoComplete="off"
          />
        </div>
      )}
    </li>
  );
}

/** A line that names lots is counted lot by lot. */
function nothingTyped(line: OfferedLine): Differing {
  const parts = givenParts({ lots: line.lots, moved: movedQuantity(line) });
  return { quantity: null, note: '', ...(parts.length === 0 ? {} : { parts: parts.map(() => null) }) };
}

/** The fields for the counted units of a line, or of each of its lots. */
function Counted({ line, typed, onLook }: { line: OfferedLine; typed: Differing; onLook: (how: LineCheck) => void }) {
  const [counting, setCounting] = useState<Counting>('case');
  const { case_count } = line;
  const figure = { min: 0, caseCount: case_count, counting, onCounting: setCounting };
  const { parts } = typed;
  if (!parts)
    return (
      <Stepper
        {...figure}
        label="Counted"
        value={typed.quantity}
        onChange={(quantity) => onLook({ ...typed, quantity })}
        autoFocus
      />
    );
  return (
    <div className="flex flex-col gap-3">
      {givenParts({ lots: line.lots, moved: movedQuantity(line) }).map((part, at) => (
        <Stepper
          {...figure}
          key={`${part.code} ${part.expires}`}
          label={`Counted of ${lotName(part)}`}
          hint={`Given: ${casesText(part.units, case_count)}`}
          value={parts[at] ?? null}
          onChange={(units) => {
            const next = parts.map((before, place) => (place === at ? units : before));
            onLook({ ...typed, parts: next, quantity: sumOf(next) });
          }}
          autoFocus={at === 0}
        />
      ))}
      <p className="text-sm text-ink-soft">
        {typed.quantity === null
          ? 'Count each lot. Type 0 if there is none. If a lot is not listed here, write it in the note.'
          : `All lots together: ${casesText(typed.quantity, case_count)}.`}
      </p>
    </div>
  );
}
