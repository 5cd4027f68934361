import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { syncWords } from '#domain/syncWords.ts';
import { containsWords } from '#domain/text.ts';
import { PARTY_LABEL, PARTY_TYPES } from '#domain/transfer.ts';
import { focusList } from '#ui/fields/focus.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { Icon } from '#ui/Icon.tsx';
import { kitTexts } from '#ui/texts.ts';
import { useAllParties } from '../stock/parts/parties.ts';

const TYPES = PARTY_TYPES.map((type) => ({ value: type as string, label: PARTY_LABEL[type] }));

interface Props {
  /** "Source" or "Destination". */
  label: string;
  type: string;
  /** Ids of the chosen parties. */
  ids: readonly string[];
  onType: (type: string) => void;
  onIds: (ids: string[]) => void;
}

/** One side of the list's filter (PO-02): a type and any number of parties. */
export function PartyFilter({ label, type, ids, onType, onIds }: Props) {
  const { options, pending, failed } = useAllParties();
  const free = options
    .filter((one) => (type === '' || one.type === type) && !ids.includes(one.value))
    .map((one) => ({ ...one, note: PARTY_LABEL[one.type] }));
  return (
    <>
      <FilterSelect label={`${label} type`} blank="All types" options={TYPES} value={type} onChange={onType} />
      <Picker
        label={label}
        hidesLabel
        value=""
        options={free}
        onChange={(id) => onIds([...ids, id])}
        matches={(option, text) => containsWords(option.label, text)}
        placeholder={pending ? 'Loading…' : ids.length > 0 ? 'Add another' : label}
        none={failed ? syncWords.needsConnection : kitTexts.nothingFits}
      />
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
        onClick={() => {
          focusList();
          onIds(ids.filter((one) => one !== id));
        }}
        data-on
        className="chip"
      >
        <span className="chip-name">{label}</span>
        <span className="chip-value">{name}</span>
        <Icon name="close" size={14} />
      </button>
    );
  });
}
