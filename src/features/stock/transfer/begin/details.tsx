import { useState } from 'react';
import { OfflineScreen } from '#crud/query/Saved.tsx';
import { containsWords } from '#domain/text.ts';
import { dateTimeInput, fromInput } from '#domain/time.ts';
import { isDateLocked, type KindFacts, lockedReturnDate, PARTY_LABEL, type PartyType } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { WhenField } from '#ui/WhenField.tsx';
import { momentText } from '#ui/when.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { usePartyOptions } from '../../parts/parties.ts';
import { transferDate } from '../dated.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

interface Props {
  kind: KindFacts;
  header: TransferHeader;
  onSave: (header: TransferHeader) => Promise<void>;
  onCancel: () => void;
}

/** The details of a begun transfer, for editing: date, from, to (PO-13, step 1). The kind of the transfer gives the types of both parties. */
export function Details({ kind, header, onSave, onCancel }: Props) {
  const from = usePartyOptions(kind.source);
  const to = usePartyOptions(kind.destination);
  const typed = useTypedHeader(kind, header);
  if (from.query.isError || to.query.isError) return <NoParties from={from} to={to} />;
  return (
    <Card label="Transfer Details">
      <DetailsForm kind={kind} typed={typed} from={from} to={to} submit="Update" onSave={onSave} onCancel={onCancel} />
    </Card>
  );
}

/** Shown when the parties cannot be read. */
export function NoParties({ from, to }: { from: PartyChoices; to: PartyChoices }) {
  return (
    <Card>
      <OfflineScreen
        onRetry={() => {
          void from.query.refetch();
          void to.query.refetch();
        }}
      />
    </Card>
  );
}

/** The fields of step 1. */
export function DetailsForm({
  kind,
  typed,
  from,
  to,
  submit,
  onSave,
  onCancel,
}: {
  kind: KindFacts;
  typed: TypedHeader;
  from: PartyChoices;
  to: PartyChoices;
  /** The words of the button. */
  submit: string;
  onSave: (header: TransferHeader) => Promise<void>;
  onCancel?: () => void;
}) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = (field: string) => () => setTouched((before) => new Set(before).add(field));
  const [busy, setBusy] = useState(false);
  const { wrong, changed, valid } = typed;
  // Says which fields are missing while the button is pale.
  const missing = [
    wrong.source && PARTY_LABEL[kind.source].toLowerCase(),
    !typed.destination && PARTY_LABEL[kind.destination].toLowerCase(),
    wrong.date && 'date',
  ]
    .filter(Boolean)
    .join(', ');
  const save = async () => {
    const next = typed.headerWith(nameAmong(from), nameAmong(to));
    if (!next) return;
    setBusy(true);
    try {
      await onSave(next);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form className="flex flex-col gap-5 [&_input]:scroll-mb-24" onSubmit={save}>
      <PartyField
        side="From"
        type={kind.source}
        among={from}
        value={typed.source}
        onChange={typed.setSource}
        onBlur={touch('source')}
        error={touched.has('source') ? wrong.source : undefined}
      />
      <PartyField
        side="To"
        type={kind.destination}
        among={to}
        value={typed.destination}
        onChange={typed.setDestination}
        onBlur={touch('destination')}
        error={touched.has('destination') ? wrong.destination : undefined}
      />
      <DateField
        locked={typed.locked}
        date={typed.date}
        onChange={typed.setDate}
        onBlur={touch('date')}
        error={touched.has('date') ? wrong.date : undefined}
      />
      {/* The bar stays in the window, however many cards and tiles are above the form. On a phone the navigation bar is at that place, so the bar does not stay. */}
      <div className="flex flex-wrap items-center justify-end gap-2 border-t pt-4 sm:not-short:sticky sm:bottom-0 sm:z-1 sm:-mx-5 sm:-mb-5 sm:rounded-b-card sm:bg-surface sm:px-5 sm:py-3">
        {missing && <p className="mr-auto text-sm text-ink-soft">Still missing: {missing}</p>}
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" look="primary" busy={busy} disabled={!changed || !valid}>
          {submit}
        </Button>
      </div>
    </Form>
  );
}

/**
 * The typed details, their errors, and the header that they make. `header`: the stored header, or null for a new transfer. `preset`: the parties of a
 * new transfer at the start.
 */
export function useTypedHeader(
  kind: KindFacts,
  header: TransferHeader | null,
  preset: Partial<Record<'source' | 'destination', string>> = {},
) {
  const locked = isDateLocked(kind.source, kind.destination);
  const now = nowSeconds();
  const [before] = useState({
    source: header?.source ?? preset.source ?? '',
    destination: header?.destination ?? preset.destination ?? '',
    timestamp: header?.timestamp ?? (locked ? lockedReturnDate(now) : now),
  });
  const [date, setDate] = useState(dateTimeInput(before.timestamp));
  const [source, setSource] = useState(before.source);
  const [destination, setDestination] = useState(before.destination);
  const wrong = wrongIn(kind, { date, source, destination });
  const dated = dateTimeInput(before.timestamp) !== date;
  const moved = before.source !== source || before.destination !== destination;
  useUnsaved(header ? moved || dated : moved);
  /**
   * The header to save. `sourceName` and `destinationName` give the name of an id. `chosen`: parties that replace the typed ones. Null: a field is
   * missing or wrong.
   */
  const headerWith = (
    sourceName: NameOf,
    destinationName: NameOf,
    chosen: Partial<Record<'source' | 'destination', string>> = {},
  ): TransferHeader | null => {
    const parties = { source, destination, ...chosen };
    const timestamp = fromInput(date);
    const off = wrongIn(kind, { date, ...parties });
    if (timestamp === null || off.date || off.source || off.destination) return null;
    const stored = header?.timestamp ?? null;
    return {
      timestamp: transferDate({ typed: timestamp, first: before.timestamp, stored, locked, now: nowSeconds() }),
      source_type: kind.source,
      source: parties.source,
      source_name: sourceName(parties.source) ?? header?.source_name ?? '',
      destination_type: kind.destination,
      destination: parties.destination,
      destination_name: destinationName(parties.destination) ?? header?.destination_name ?? '',
      meta: header?.meta ?? '{}',
    };
  };
  return {
    ...{ date, setDate, source, setSource, destination, setDestination, locked, wrong, headerWith },
    /** True: the person changed the date. */
    dated,
    valid: !wrong.date && !wrong.source && !wrong.destination,
    changed: !header || moved || dated,
  };
}
export type TypedHeader = ReturnType<typeof useTypedHeader>;

function wrongIn(
  kind: KindFacts,
  { date, source, destination }: { date: string; source: string; destination: string },
) {
  return {
    date: fromInput(date) === null ? 'Timestamp field is required.' : undefined,
    source: source ? undefined : 'Seller field is required.',
    destination: !destination
      ? 'Distributor field is required.'
      : source === destination && kind.source === kind.destination
        ? lineTexts.sameParty
        : undefined,
  };
}

type NameOf = (id: string) => string | undefined;
export type PartyChoices = ReturnType<typeof usePartyOptions>;

export const nameAmong =
  ({ options }: PartyChoices): NameOf =>
  (id) =>
    options.find((option) => option.value === id)?.label;

function PartyField({
  side,
  type,
  among,
  ...field
}: {
  side: 'From' | 'To';
  type: PartyType;
  among: PartyChoices;
  value: string;
  onChange: (id: string) => void;
  onBlur: () => void;
  error: string | undefined;
}) {
  const { isPending } = among.query;
  return (
    <Picker
      label={side === 'From' ? `From ${PARTY_LABEL[type]}` : `To ${PARTY_LABEL[type]}`}
      options={among.options}
      matches={(option, text) => containsWords(option.label, text)}
      placeholder={isPending ? 'Loading…' : `Choose a ${PARTY_LABEL[type].toLowerCase()}`}
      disabled={isPending}
      required
      {...field}
    />
  );
}

/** `date`: the text of the field. A locked date is only shown (PO-13). */
function DateField({
  locked,
  date,
  ...field
}: {
  locked: boolean;
  date: string;
  onChange: (date: string) => void;
  onBlur: () => void;
  error: string | undefined;
}) {
  const now = nowSeconds();
  return locked ? (
    <TextField
      label="Date"
      value={momentText(fromInput(date) ?? now)}
      onChange={() => undefined}
      readOnly
      hint={lineTexts.datedTomorrow}
    />
  ) : (
    <WhenField label="Date" type="datetime-local" value={date} max={dateTimeInput(now)} required {...field} />
  );
}
