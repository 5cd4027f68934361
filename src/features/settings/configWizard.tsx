import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { readingAll, readOnConflict, writeModel } from '#client/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { config } from '#contract/settings/config.ts';
import { AnswerHere } from '#crud/Answer.tsx';
import { useForm } from '#crud/useForm.ts';
import { useListState } from '#crud/useListState.ts';
import { containsWords } from '#domain/text.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/Field.tsx';
import { Page } from '#ui/Page.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { EmptyState } from '#ui/States.tsx';
import { kitTexts } from '#ui/texts.ts';
import { toast } from '#ui/toasts.ts';

type Config = RowOf<typeof config>;

/** CFG-01, CFG-06: search by key, a row per setting, a last row for a new one. */
export function Screen() {
  const query = useQuery(readingAll(config));
  const { state, set } = useListState('config', 10);
  const [removing, setRemoving] = useState<Config | null>(null);
  const rows = (query.data?.data ?? []).filter((row) => !state.search || containsWords(row.key, state.search));
  return (
    <Page title="Config Wizard">
      <Card padded={false} label="Config">
        <div className="flex flex-wrap items-center gap-3 border-b p-3 sm:px-5">
          <SearchBox label="Search keys" value={state.search} onSearch={(search) => set({ search })} />
        </div>
        <AnswerHere query={query}>
          {() => (
            <>
              {rows.length === 0 && <EmptyState icon="search" title="No config found" />}
              <ul className="divide-y border-b">
                {rows.map((row) => (
                  <SettingRow key={`${row._id} ${row.version}`} row={row} onRemove={() => setRemoving(row)} />
                ))}
              </ul>
              <NewRow />
            </>
          )}
        </AnswerHere>
      </Card>
      {removing && (
        <RemoveDialog
          row={rows.find(({ _id }) => _id === removing._id) ?? removing}
          onClose={() => setRemoving(null)}
        />
      )}
    </Page>
  );
}

const LINE = 'grid items-start gap-3 px-5 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_auto]';

/** Sends one write under one key, told as a toast; the same body again is the same request (B12.7). */
function useWrite() {
  const [busy, setBusy] = useState(false);
  const known = useRef({ print: '', key: '' });
  const write = async (
    call: 'create' | 'update' | 'delete',
    body: Record<string, unknown>,
    said: string,
    action?: { label: string; run: () => void },
  ) => {
    const print = JSON.stringify([call, body]);
    if (known.current.print !== print) known.current = { print, key: crypto.randomUUID() };
    setBusy(true);
    try {
      await writeModel(config, call, body, known.current.key);
      known.current = { print: '', key: '' };
      toast('good', said, action);
      return null;
    } catch (error) {
      toast('bad', messageOf(error));
      // An update keeps what was typed.
      if (call === 'delete') await readOnConflict(error);
      return error instanceof CallError ? error.fields : {};
    } finally {
      setBusy(false);
    }
  };
  return { busy, write };
}

function SettingRow({ row, onRemove }: { row: Config; onRemove: () => void }) {
  const form = useForm({ value: config.fields.value }, { value: row.value });
  const { busy, write } = useWrite();
  const save = async () => {
    const body = { _id: row._id, value: form.values.value, base_version: row.version };
    const refused = await write('update', body, `${row.key} value successfully updated.`);
    if (refused) form.showAll(refused);
  };
  return (
    <li>
      <form
        noValidate
        aria-label={row.key}
        className={LINE}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="self-center font-semibold [overflow-wrap:anywhere]">{row.key}</p>
        <TextField label="Value" {...form.field('value')} />
        <div className="flex gap-2 sm:pt-6.5">
          <Button type="submit" busy={busy} disabled={!form.changed || !form.valid}>
            Update<span className="sr-only"> {row.key}</span>
          </Button>
          <IconButton icon="trash" label={`Delete ${row.key}`} onClick={onRemove} />
        </div>
      </form>
    </li>
  );
}

/** The last row: key and value of a new setting. */
function NewRow() {
  const form = useForm(config.fields, { key: '', value: '' });
  const { busy, write } = useWrite();
  const add = async () => {
    const { key = '', value = '' } = form.values;
    const refused = await write('create', { key, value }, `${key.trim()} value successfully created.`);
    if (refused) form.showAll(refused);
    else form.discard();
  };
  return (
    <form
      noValidate
      aria-label="New config"
      className={`${LINE} bg-surface-sunken`}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField label="Key" autoComplete="off" {...form.field('key')} />
      <TextField label="Value" autoComplete="off" {...form.field('value')} />
      <div className="sm:pt-6.5">
        <Button type="submit" look="primary" icon="plus" busy={busy} disabled={!form.changed || !form.valid}>
          Add
        </Button>
      </div>
    </form>
  );
}

/** CFG-05 with the documents' question; Undo adds it again as a new write (B12.4). */
function RemoveDialog({ row, onClose }: { row: Config; onClose: () => void }) {
  const { busy, write } = useWrite();
  const { key, value } = row;
  const undo = () => {
    writeModel(config, 'create', { key, value }, crypto.randomUUID()).then(
      () => toast('good', `${key} value successfully created.`),
      (error: unknown) => toast('bad', messageOf(error)),
    );
  };
  const remove = async () => {
    const body = { _id: row._id, base_version: row.version };
    const refused = await write('delete', body, `${key} has been deleted.`, { label: 'Undo', run: undo });
    if (!refused) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${key}`}
      description={kitTexts.cannotUndo}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" icon="trash" busy={busy} onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
    />
  );
}
