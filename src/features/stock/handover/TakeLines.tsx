import { useState } from 'react';
import type { Offer, TakenCount } from '#contract/handover/papers.ts';
import { plural } from '#domain/plural.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Moment } from '#ui/tables/Moment.tsx';

type OfferedLine = Offer['lines'][number];
/** `right`: as it was given. Otherwise what was counted, units; null while nothing is typed. */
type Looked = 'right' | { quantity: number | null; note: string };

interface Props {
  offer: Offer;
  giver: string;
  onCancel: () => void;
  /** Gets the lines that were counted otherwise. */
  onSave: (counts: TakenCount[]) => Promise<void>;
}

/** What is handed over: the taker says of each line that it is right, or what was counted instead. */
export function TakeLines({ offer, giver, onCancel, onSave }: Props) {
  const [looked, setLooked] = useState<ReadonlyMap<string, Looked>>(new Map());
  const [busy, setBusy] = useState(false);
  const look = (id: string, how: Looked | null) =>
    setLooked((before) => {
      const next = new Map(before);
      if (how === null) next.delete(id);
      else next.set(id, how);
      return next;
    });
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
          {plural(offer.lines.length, '# product', '# products')}, offered <Moment at={offer.given_at} />
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            icon="check"
            disabled={isAll}
            onClick={() =>
              setLooked(new Map(offer.lines.map(({ product_id }) => [product_id, looked.get(product_id) ?? 'right'])))
            }
          >
            {settled === 0 ? 'All of it is here' : 'The rest is right'}
          </Button>
        </div>
      </Card>
      <ul aria-label="Lines to look at" className="flex flex-col gap-3">
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
          {settled} of {plural(offer.lines.length, '# line', '# lines')} looked at
          {counts.length > 0 && (
            <span className="block text-sm font-medium text-wait">
              {plural(counts.length, '# is counted otherwise', '# are counted otherwise')}
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

const isSettled = (how: Looked | undefined): boolean => how !== undefined && (how === 'right' || how.quantity !== null);

/** The lines whose figure is another one than was given, or that have a note. */
export function countsOf(lines: readonly OfferedLine[], looked: ReadonlyMap<string, Looked>): TakenCount[] {
  return lines.flatMap((line) => {
    const how = looked.get(line.product_id);
    if (how === undefined || how === 'right' || how.quantity === null) return [];
    const note = how.note.trim();
    return how.quantity === movedQuantity(line) && note === ''
      ? []
      : [{ product_id: line.product_id, quantity: how.quantity, note }];
  });
}

function Line({
  line,
  looked,
  onLook,
}: {
  line: OfferedLine;
  looked: Looked | undefined;
  onLook: (how: Looked | null) => void;
}) {
  const [counting, setCounting] = useState<Counting>('case');
  const given = movedQuantity(line);
  const typed = typeof looked === 'object' ? looked : null;
  return (
    <li className="flex flex-col gap-3 rounded-card border bg-surface px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-[1_1_12rem]">
          <p className="font-semibold leading-tight [overflow-wrap:anywhere]">{line.name}</p>
          <p className="figures text-lg">{casesText(given, line.case_count)}</p>
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
            onClick={() => onLook(typed ? null : { quantity: null, note: '' })}
          >
            Differs
          </Button>
        </div>
      </div>
      {typed && (
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Stepper
            label="Counted"
            min={0}
            value={typed.quantity}
            onChange={(quantity) => onLook({ ...typed, quantity })}
            caseCount={line.case_count}
            counting={counting}
            onCounting={setCounting}
            autoFocus
          />
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
