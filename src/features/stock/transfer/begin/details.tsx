import { useState } from 'react';
import { OfflineScreen } from '#crud/query/Saved.tsx';
import { containsWords } from '#domain/text.ts';
import { dateTimeInput, fromInput, showDateTime } from '#domain/time.ts';
import { isDateLocked, type KindFacts, lockedReturnDate, PARTY_LABEL, type PartyType } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { lineTexts } from '../../parts/lines/texts.ts';
import { usePartyOptions } from '../../parts/parties.ts';
import { transferDate } from '../dated.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

interface Props {
  kind: KindFacts;
  header: TransferHeader | null;
  onSave: (header: TransferHeader) => Promise<void>;
  onCancel?: () => void;
}

/** Step 1, Transfer Details: date, from, to (PO-13). The kind of the transfer gives the types. */
export function Details({ kind, header, onSave, onCancel }: Props) {
  const from = usePartyOptions(kind.source);
  const to = usePartyOptions(kind.destination);
  const typed = useTypedHeader(kind, header);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = (field: string) => () => setTouched((before) => new Set(before).add(field));
  const [busy, setBusy] = useState(false);
  const { wrong, changed, valid } = typed;
  const submit = async () => {
    const next = typed.headerWith(nameAmong(from), nameAmong(to));
    if (!next) return;
    setBusy(true);
    try {
      await onSave(next);
    } finally {
      setBusy(false);
    }
  };
  if (from.query.isError || to.query.isError) {
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
  return (
    <Card label="Transfer Details">
      <Form className="flex flex-col gap-5" onSubmit={submit}>
        <PartyField
          side="From"
          type={kind.source}
          among={from}
          value={typed.source}
          onChange={typed.setSource}
          onBlur={touch('source')}
          error={touched.has('source') ? wrong.source : undefined}
          hint={lineTexts.chooseFrom}
        />
        <PartyField
          side="To"
          type={kind.destination}
          among={to}
          value={typed.destination}
          onChange={typed.setDestination}
          onBlur={touch('destination')}
          error={touched.has('destination') ? wrong.destination : undefined}
          hint={lineTexts.chooseTo}
        />
        <DateField
          locked={typed.locked}
          date={typed.date}
          onChange={typed.setDate}
          onBlur={touch('date')}
          error={touched.has('date') ? wrong.date : undefined}
        />
        <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button type="submit" look="primary" busy={busy} disabled={!changed || !valid}>
            {header ? 'Update' : 'Save & Add Products'}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** The typed details, what is wrong with them, and the header that they make. `header`: the stored one, null for a new transfer. */
function useTypedHeader(kind: KindFacts, header: TransferHeader | null) {
  const locked = isDateLocked(kind.source, kind.destination);
  const now = nowSeconds();
  const [first] = useState(() => header?.timestamp ?? (locked ? lockedReturnDate(now) : now));
  const [date, setDate] = useState(dateTimeInput(first));
  const [source, setSource] = useState(header?.source ?? '');
  const [destination, setDestination] = useState(header?.destination ?? '');
  const timestamp = fromInput(date);
  const wrong = {
    date: timestamp === null ? 'Timestamp field is required.' : undefined,
    source: source ? undefined : 'Seller field is required.',
    destination: !destination
      ? 'Distributor field is required.'
      : source === destination && kind.source === kind.destination
        ? lineTexts.sameParty
        : undefined,
  };
  const valid = !wrong.date && !wrong.source && !wrong.destination;
  const changed =
    !header ||
    header.source !== source ||
    header.destination !== destination ||
    dateTimeInput(header.timestamp) !== date;
  useUnsaved(header ? changed : source !== '' || destination !== '');
  /** The header to save, with the names that `sourceName` and `destinationName` know for an id. Null while something is wrong. */
  const headerWith = (sourceName: NameOf, destinationName: NameOf): TransferHeader | null => {
    if (!valid || timestamp === null) return null;
    const stored = header?.timestamp ?? null;
    return {
      timestamp: transferDate({ typed: timestamp, first, stored, locked, now: nowSeconds() }),
      source_type: kind.source,
      source,
      source_name: sourceName(source) ?? header?.source_name ?? '',
      destination_type: kind.destination,
      destination,
      destination_name: destinationName(destination) ?? header?.destination_name ?? '',
      meta: header?.meta ?? '{}',
    };
  };
  return { date, setDate, source, setSource, destination, setDestination, locked, wrong, valid, changed, headerWith };
}

type NameOf = (id: string) => string | undefined;
type Parties = ReturnType<typeof usePartyOptions>;

const nameAmong =
  ({ options }: Parties): NameOf =>
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
  among: Parties;
  value: string;
  onChange: (id: string) => void;
  onBlur: () => void;
  error: string | undefined;
  hint: string;
}) {
  const { isPending } = among.query;
  return (
    <Picker
      label={`${side} ${PARTY_LABEL[type]}`}
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
      value={showDateTime(fromInput(date) ?? now)}
      onChange={() => undefined}
      readOnly
      hint={lineTexts.fromTomorrow}
    />
  ) : (
    <TextField label="Date" type="datetime-local" value={date} max={dateTimeInput(now)} required {...field} />
  );
}
