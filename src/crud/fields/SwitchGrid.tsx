import { useState } from 'react';
import { readOnConflict } from '#client/reads/queries.ts';
import { containsWords } from '#domain/text.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { SwitchField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { messageFor } from '../command/messageFor.ts';

export interface SwitchItem {
  id: string;
  label: string;
  /** A second line; the search covers it too. */
  note?: string;
  on: boolean;
}

interface Props {
  label: string;
  items: readonly SwitchItem[];
  none: string;
  /** Writes one switch; throws an error that {@link messageFor} can show. */
  onSwitch: (id: string, on: boolean) => Promise<void>;
}

/** A searchable grid of switches (HUB-04). Each switch is one write; it waits for the response and goes back if the server refuses. */
export function SwitchGrid({ label, items, none, onSwitch }: Props) {
  const [search, setSearch] = useState('');
  const [under, setUnder] = useState<ReadonlyMap<string, boolean>>(new Map());
  const shown = items.filter((item) => search === '' || containsWords(`${item.label} ${item.note ?? ''}`, search));
  const change = async (item: SwitchItem, on: boolean) => {
    setUnder((before) => new Map(before).set(item.id, on));
    try {
      await onSwitch(item.id, on);
      toast('good', `${item.label} status updated`);
    } catch (error) {
      toast('bad', messageFor(error));
      await readOnConflict(error);
    } finally {
      setUnder((before) => new Map([...before].filter(([id]) => id !== item.id)));
    }
  };
  return (
    <Card padded={false} label={label}>
      <div className="flex flex-wrap items-center gap-3 border-b p-3 sm:px-5">
        <SearchBox label={`Search ${label.toLowerCase()}`} value={search} onSearch={setSearch} />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon="search" title={none} />
      ) : (
        <ul className="grid gap-3 p-4 sm:grid-cols-2 sm:p-5 xl:grid-cols-3">
          {shown.map((item) => (
            <li key={item.id} className="rounded-field border px-4 py-1">
              <SwitchField
                label={item.label}
                checked={under.get(item.id) ?? item.on}
                disabled={under.has(item.id)}
                onChange={(on) => void change(item, on)}
              />
              {item.note && <p className="-mt-0.5 pb-2 pl-15 text-sm text-ink-faint">{item.note}</p>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
