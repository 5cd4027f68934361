import { useState } from 'react';
import { readOnConflict } from '#client/reads/queries.ts';
import { containsWords } from '#domain/text.ts';
import { Card } from '#ui/Card.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { CheckField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { ServerSwitch } from '#ui/ServerButton.tsx';
import { kitTexts } from '#ui/texts.ts';
import { messageFor } from '../command/messageFor.ts';

export interface SwitchItem {
  id: string;
  label: string;
  /** A second line. The search covers it too. */
  note?: string;
  on: boolean;
}

interface Props {
  label: string;
  items: readonly SwitchItem[];
  none: string;
  /** Writes one switch. Throws an error with a message for people. */
  onSwitch: (id: string, on: boolean) => Promise<void>;
}

/**
 * A searchable grid of switches (HUB-04). Each switch is one write, waits for its response, and switches back when refused. The switches that were on when the grid
 * opened come first; a switch stays in its place while it is used, so that nothing moves under the finger.
 */
export function SwitchGrid({ label, items, none, onSwitch }: Props) {
  const [search, setSearch] = useState('');
  const [under, setUnder] = useState<ReadonlyMap<string, boolean>>(new Map());
  const chosen = () => new Set(items.filter((item) => item.on).map((item) => item.id));
  const [first] = useState(chosen);
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const shown = items
    .filter((item) => !only || only.has(item.id) || item.on)
    .filter((item) => search === '' || containsWords(`${item.label} ${item.note ?? ''}`, search))
    .sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
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
        <CheckField
          label={`Only chosen (${items.filter((item) => item.on).length})`}
          checked={only !== null}
          onChange={(on) => setOnly(on ? chosen() : null)}
        />
      </div>
      {shown.length === 0 ? (
        <NoRows
          title={none}
          search={search}
          isFiltered={only !== null}
          onClear={() => {
            setSearch('');
            setOnly(null);
          }}
          clear={only === null ? kitTexts.clearSearch : kitTexts.clearAll}
        />
      ) : (
        <ul className="grid gap-3 p-4 sm:grid-cols-2 sm:p-5 xl:grid-cols-3">
          {shown.map((item) => (
            <li key={item.id} className="rounded-field border px-4 py-1">
              <ServerSwitch
                label={item.label}
                checked={under.get(item.id) ?? item.on}
                disabled={under.has(item.id)}
                onChange={(on) => void change(item, on)}
              />
              {item.note && <p className="-mt-0.5 pb-2 pl-15 text-sm compact:pl-11 text-ink-faint">{item.note}</p>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
