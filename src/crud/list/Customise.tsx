import { useState } from 'react';
import { cleanText } from '#domain/text.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { CheckField, TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { useSearchValues, useSetSearch } from '../address.ts';
import type { Search } from '../routes.ts';
import type { ListView } from './useListView.ts';

interface Props {
  view: ListView;
  /** The titles of the columns. */
  columns: readonly string[];
  /** `name`: the dialog saves the filter and asks only for its name. */
  at: 'columns' | 'name';
  onClose: () => void;
}

/** The columns that stepped aside because the list is narrow. On a phone, whose cards have no head, it is none. */
function steppedAside(): ReadonlySet<string> {
  const heads = [...document.querySelectorAll('#screen th')];
  if (!heads.some((head) => head.checkVisibility())) return new Set();
  return new Set(heads.flatMap((head) => (head.checkVisibility() ? [] : (head.textContent ?? ''))));
}

/** A dialog for the shown columns and for named filters. Filters can also be shared by address; names are private. */
export function Customise({ view, columns, at, onClose }: Props) {
  const [name, setName] = useState('');
  const [aside] = useState(steppedAside);
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const wanted = cleanText(name).slice(0, 60);
  const apply = (kept: Search) => {
    onClose();
    void setSearch(kept);
  };
  const save = () => {
    if (wanted === '') return;
    view.keep(wanted, search);
    setName('');
    if (at !== 'name') return;
    onClose();
    // The dialog gives the focus back to "+" a moment after it is gone; then the new tab takes it.
    setTimeout(() => setTimeout(() => document.querySelector<HTMLElement>('.list-tab.is-open')?.focus()));
  };
  const isShown = (title: string) => !view.hidden.includes(title) && (view.shown.includes(title) || !aside.has(title));
  return (
    <Dialog open onClose={onClose} title={at === 'name' ? 'Save filter' : 'Customise this list'}>
      {at === 'columns' && (
        <fieldset className="grid gap-x-4 sm:grid-cols-2">
          <legend className="mb-1 font-semibold">Columns</legend>
          {columns.map((title) => (
            <CheckField key={title} label={title} checked={isShown(title)} onChange={(on) => view.hide(title, !on)} />
          ))}
        </fieldset>
      )}
      <section aria-label="Saved filters" className={at === 'name' ? undefined : 'flex flex-col gap-2 border-t pt-4'}>
        {at === 'columns' && (
          <>
            <h3 className="font-semibold">Saved filters</h3>
            {view.filters.length === 0 && <p className="text-ink-faint">No saved filters yet.</p>}
            <ul>
              {view.filters.map((kept) => (
                <li key={kept.name} className="flex items-center gap-2">
                  <button
                    type="button"
                    className="min-h-tap min-w-0 flex-1 truncate text-left font-semibold text-accent hover:underline"
                    onClick={() => apply(kept.search)}
                  >
                    {kept.name}
                  </button>
                  <IconButton icon="trash" label={`Delete ${kept.name}`} onClick={() => view.drop(kept.name)} />
                </li>
              ))}
            </ul>
          </>
        )}
        <Form className="flex items-start gap-2" onSubmit={save}>
          <div className="min-w-0 flex-1">
            <TextField
              label="Name of the current filter"
              hint="Saved on this device, for you only."
              value={name}
              onChange={setName}
              autoComplete="off"
            />
          </div>
          {/* Beside the field, which has its label above and the hint below. */}
          <span className="pt-6.5">
            <Button type="submit" disabled={wanted === ''}>
              Save filter
            </Button>
          </span>
        </Form>
      </section>
    </Dialog>
  );
}
