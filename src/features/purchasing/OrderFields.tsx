import type { Values } from '#crud/form/formValues.ts';
import type { FormState } from '#crud/form/useForm.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { containsWords } from '#domain/text.ts';
import { dateTimeInput, fromInput } from '#domain/time.ts';
import { isDateLocked, kindOf, labelOf, PARTY_LABEL, PARTY_TYPES, type TransferKind } from '#domain/transfer.ts';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { WhenField } from '#ui/WhenField.tsx';
import { momentText } from '#ui/when.ts';
import { lineTexts } from '../stock/parts/lines/texts.ts';
import { usePartyOptions } from '../stock/parts/parties.ts';
import { Kind } from './orderCells.tsx';
import { type OrderHead, withType } from './orderValues.ts';

const TYPES = PARTY_TYPES.map((type) => ({ value: type as string, label: PARTY_LABEL[type] }));
const nowSeconds = () => Math.floor(Date.now() / 1_000);

interface Props {
  form: FormState;
  row: OrderHead | null;
  /** The form's initial texts. */
  start: Values;
  /** Whether the address gives the types. Their pickers are then hidden (PO-14). */
  preset: { source: boolean; destination: boolean };
}

/** Date, From and To (PO-13). */
export function OrderFields({ form, row, start, preset }: Props) {
  const { source_type = '', destination_type = '', timestamp = '' } = form.values;
  const date = form.field('timestamp');
  return (
    <>
      {isDateLocked(source_type, destination_type) ? (
        <TextField
          label="Date"
          value={momentText(Number(timestamp))}
          onChange={() => undefined}
          readOnly
          hint={lineTexts.datedTomorrow}
        />
      ) : (
        <WhenField
          {...date}
          label="Date"
          type="datetime-local"
          value={timestamp === '' ? '' : dateTimeInput(Number(timestamp))}
          onChange={(typed) => date.onChange(String(fromInput(typed) ?? ''))}
          max={dateTimeInput(nowSeconds())}
        />
      )}
      <PartyFields
        form={form}
        start={start}
        side="source"
        stored={row?.source_obj ?? null}
        typeHidden={preset.source}
      />
      <PartyFields
        form={form}
        start={start}
        side="destination"
        stored={row?.destination_obj ?? null}
        typeHidden={preset.destination}
      />
      <Outcome from={source_type} to={destination_type} />
    </>
  );
}

/** What the types of From and To make of the order, because its kind is no field of its own (TRF-10). It has the same height for every pair. */
function Outcome({ from, to }: { from: string; to: string }) {
  const kind = kindOf(from, to);
  const isKnown = from !== '' && to !== '';
  return (
    <p
      className="flex min-h-11 items-center gap-x-3 text-sm leading-5 text-ink-soft max-sm:min-h-16"
      aria-live="polite"
    >
      {isKnown ? (
        <>
          <span className="shrink-0 text-ink">
            <Kind row={{ kind, label: labelOf(kind) }} />
          </span>
          {WAY[kind]}
        </>
      ) : (
        'The types of From and To decide what this order is: a shipment, an issue or a return.'
      )}
    </p>
  );
}

const WAY: Readonly<Record<TransferKind, string>> = {
  shipment_in: 'Goods come from a distributor to a hub.',
  shipment_out: 'Goods go back from a hub to a distributor.',
  stock_out: 'Goods go from a hub to a delivery associate.',
  stock_in: 'Goods come back from a delivery associate to a hub.',
  transfer: 'No shipment, issue or return: goods only move between these two.',
};

const WORDS = {
  source: { legend: 'From', type: 'Source type', party: 'Source', hint: lineTexts.chooseFrom },
  destination: { legend: 'To', type: 'Destination type', party: 'Destination', hint: lineTexts.chooseTo },
} as const;

function PartyFields({
  form,
  start,
  side,
  stored,
  typeHidden,
}: {
  form: FormState;
  start: Values;
  side: 'source' | 'destination';
  stored: { _id: string; name: string } | null;
  typeHidden: boolean;
}) {
  const words = WORDS[side];
  const type = PARTY_TYPES.find((one) => one === form.values[`${side}_type`]);
  const { options, query } = usePartyOptions(type ?? 'seller');
  const value = form.values[side] ?? '';
  // The stored party stays an option, even if it is inactive now.
  const own = stored && stored._id === value && !options.some((one) => one.value === value);
  return (
    <fieldset className="grid min-w-0 gap-x-4 gap-y-3 sm:grid-cols-[13rem_1fr]">
      <legend className="mb-2 font-semibold">
        {words.legend}
        {typeHidden && type ? ` ${PARTY_LABEL[type]}` : ''}
      </legend>
      {!typeHidden && (
        <SelectField
          label={words.type}
          blank="Choose a type"
          options={TYPES}
          {...form.field(`${side}_type`)}
          onChange={(next) => form.set(withType(form.values, side, next, start, nowSeconds()))}
        />
      )}
      <div className={typeHidden ? 'sm:col-span-2' : 'min-w-0'}>
        <Picker
          label={words.party}
          options={type ? [...options, ...(own ? [{ value: stored._id, label: stored.name }] : [])] : []}
          matches={(option, text) => containsWords(option.label, text)}
          placeholder={!type ? 'Choose a type first' : `Choose a ${PARTY_LABEL[type].toLowerCase()}`}
          hint={words.hint}
          {...form.field(side)}
          disabled={!type}
          {...(type ? choiceState(query) : {})}
        />
      </div>
    </fieldset>
  );
}
