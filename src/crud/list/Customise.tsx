import { useState } from 'react';
import { cleanText } from '#domain/text.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { CheckField, TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { useSearchValues, useSetSearch } from '../address.ts';
import type { Search } from '../routes.ts';
import type { ListView } from './useListView.ts';

/** The dialog that hides columns and saves filters under a name. Saved names are for one person; to share a filter, share the address. */
export function Customise({ view, columns }: { view: ListView; columns: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const wanted = cleanText(name).slice(0, 60);
  const apply = (kept: Search) => {
    setOpen(false);
    void setSearch(kept);
  };
  return (
    <>
      <Button icon="filter" onClick={() => setOpen(true)}>
        Customise
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Customise this list">
        <fieldset className="grid gap-x-4 sm:grid-cols-2">
          <legend className="mb-1 font-semibold">Columns</legend>
          {columns.map((title) => (
            <CheckField
              key={title}
              label={title}
              checked={!view.hidden.includes(title)}
              onChange={(on) => view.hide(title, !on)}
            />
          ))}
        </fieldset>
        <section aria-label="Saved filters" className="flex flex-col gap-2 border-t pt-4">
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
          <Form
            className="flex items-end gap-2"
            onSubmit={() => {
              if (wanted === '') return;
              view.keep(wanted, search);
              setName('');
            }}
          >
            <div className="min-w-0 flex-1">
              <TextField label="Name of the current filter" value={name} onChange={setName} autoComplete="off" />
            </div>
            <Button type="submit" disabled={wanted === ''}>
              Save filter
            </Button>
          </Form>
        </section>
      </Dialog>
    </>
  );
}
