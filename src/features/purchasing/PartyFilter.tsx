import { syncWords } from '#domain/syncWords.ts';
import { containsWords } from '#domain/text.ts';
import { PARTY_LABEL, PARTY_TYPES } from '#domain/transfer.ts';
import { classes } from '#ui/classes.ts';
import { SelectField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useAllParties } from '../stock/parts/parties.ts';

const TYPES = PARTY_TYPES.map((type) => ({ value: type as string, label: PARTY_LABEL[type] }));

interface Props {
  /** "Source" or "Destination". */
  label: string;
  type: string;
  /** The ids of the chosen parties. */
  ids: readonly string[];
  onType: (type: string) => void;
  onIds: (ids: string[]) => void;
}

/** One side of the list's filter (PO-02): a party type, and any number of parties. */
export function PartyFilter({ label, type, ids, onType, onIds }: Props) {
  const { options, pending, failed } = useAllParties();
  const free = options
    .filter((one) => (type === '' || one.type === type) && !ids.includes(one.value))
    .map((one) => ({ ...one, note: PARTY_LABEL[one.type] }));
  return (
    <>
      <div className="w-48">
        <SelectField label={`${label} type`} blank="All types" options={TYPES} value={type} onChange={onType} />
      </div>
      <div className="w-60">
        <Picker
          label={label}
          value=""
          options={free}
          onChange={(id) => onIds([...ids, id])}
          matches={(option, text) => containsWords(option.label, text)}
          placeholder={pending ? 'Loading…' : ids.length > 0 ? 'Add another' : `Any ${label.toLowerCase()}`}
          none={failed ? syncWords.needsConnection : 'Nobody fits.'}
        />
      </div>
    </>
  );
}

/** The chosen parties, each with a button that removes it. */
export function ChosenParties({ label, ids, onIds }: Pick<Props, 'label' | 'ids' | 'onIds'>) {
  const { options, pending, failed } = useAllParties();
  return ids.map((id) => {
    const name = options.find((one) => one.value === id)?.label ?? (pending || failed ? '…' : 'Not found');
    return (
      <button
        key={id}
        type="button"
        aria-label={`Remove ${label.toLowerCase()} ${name}`}
        onClick={() => onIds(ids.filter((one) => one !== id))}
        className={classes(
          'inline-flex min-h-tap max-w-full items-center gap-2 rounded-full border bg-accent-soft px-4 text-sm font-semibold text-accent-strong',
        )}
      >
        <span className="truncate">
          {label}: {name}
        </span>
        <Icon name="close" size={16} />
      </button>
    );
  });
}
