import { useState } from 'react';
import { OfflineScreen } from '#crud/query/Saved.tsx';
import { containsWords } from '#domain/text.ts';
import { dateTimeInput, fromInput, showDateTime } from '#domain/time.ts';
import { isDateLocked, type KindFacts, lockedReturnDate, PARTY_LABEL } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { lineTexts } from '../parts/lines/texts.ts';
import { usePartyOptions } from '../parts/parties.ts';
import { transferDate } from './dated.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

interface Props {
  kind: KindFacts;
  header: TransferHeader | null;
  onSave: (header: TransferHeader) => Promise<void>;
  onCancel?: () => void;
}

/** Step 1, Transfer Details: date, from, to (PO-13). The kind determines the party types. */
export function Details({ kind, header, onSave, onCancel }: Props) {
  const from = usePartyOptions(kind.source);
  const to = usePartyOptions(kind.destination);
  const locked = isDateLocked(kind.source, kind.destination);
  const now = nowSeconds();
  const [first] = useState(() => header?.timestamp ?? (locked ? lockedReturnDate(now) : now));
  const [date, setDate] = useState(dateTimeInput(first));
  const [source, setSource] = useState(header?.source ?? '');
  const [destination, setDestination] = useState(header?.destination ?? '');
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = (field: string) => () => setTouched((before) => new Set(before).add(field));
  const [busy, setBusy] = useState(false);
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
  const submit = async () => {
    if (!valid || timestamp === null) return;
    setBusy(true);
    try {
      await onSave({
        timestamp: transferDate({
          typed: timestamp,
          first,
          stored: header?.timestamp ?? null,
          locked,
          now: nowSeconds(),
        }),
        source_type: kind.source,
        source,
        source_name: from.options.find((option) => option.value === source)?.label ?? header?.source_name ?? '',
        destination_type: kind.destination,
        destination,
        destination_name:
          to.options.find((option) => option.value === destination)?.label ?? header?.destination_name ?? '',
        meta: header?.meta ?? '{}',
      });
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
        <Picker
          label={`From ${PARTY_LABEL[kind.source]}`}
          options={from.options}
          value={source}
          onChange={setSource}
          matches={(option, text) => containsWords(option.label, text)}
          placeholder={from.query.isPending ? 'Loading…' : `Choose a ${PARTY_LABEL[kind.source].toLowerCase()}`}
          disabled={from.query.isPending}
          onBlur={touch('source')}
          error={touched.has('source') ? wrong.source : undefined}
          hint={lineTexts.chooseFrom}
          required
        />
        <Picker
          label={`To ${PARTY_LABEL[kind.destination]}`}
          options={to.options}
          value={destination}
          onChange={setDestination}
          matches={(option, text) => containsWords(option.label, text)}
          placeholder={to.query.isPending ? 'Loading…' : `Choose a ${PARTY_LABEL[kind.destination].toLowerCase()}`}
          disabled={to.query.isPending}
          onBlur={touch('destination')}
          error={touched.has('destination') ? wrong.destination : undefined}
          hint={lineTexts.chooseTo}
          required
        />
        {locked ? (
          <TextField
            label="Date"
            value={showDateTime(timestamp ?? now)}
            onChange={() => undefined}
            readOnly
            hint={lineTexts.fromTomorrow}
          />
        ) : (
          <TextField
            label="Date"
            type="datetime-local"
            value={date}
            onChange={setDate}
            max={dateTimeInput(now)}
            onBlur={touch('date')}
            error={touched.has('date') ? wrong.date : undefined}
            required
          />
        )}
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
