import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { allQuery } from '#client/reads/queries.ts';
import { isPlain } from '#client/server/shown.ts';
import type { RowOf } from '#contract/model.ts';
import { config } from '#contract/settings/config.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { ConflictDialog } from '#crud/conflict/ConflictDialog.tsx';
import { type Conflicted, EditSnapshot, useSnapshotDirty } from '#crud/conflict/useRowSnapshot.tsx';
import { differencesIn, type Values } from '#crud/form/formValues.ts';
import { type FormState, useForm } from '#crud/form/useForm.ts';
import { Link } from '#crud/Link.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import {
  type SettingForm,
  settingForm,
  shownSetting,
  storedSetting,
  typedProblem,
  typedSetting,
} from '#domain/setting.ts';
import { containsWords } from '#domain/text.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { Icon } from '#ui/Icon.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton, ServerIcon } from '#ui/ServerButton.tsx';
import { kitTexts } from '#ui/texts.ts';
import { KNOWN, nameOf, SUBJECTS, searchText, withSettingName } from './knownSettings.ts';
import { RemoveSetting } from './RemoveSetting.tsx';
import { SettingValue } from './SettingValue.tsx';

type Config = RowOf<typeof config>;

/** The settings (CFG-01, CFG-06): a search, one row per setting, the settings that the app reads and nobody set, and a last row for a new one. */
export function Screen() {
  const query = useQuery(allQuery(config));
  const { state, set: setState } = useListState(10);
  const [removing, setRemoving] = useState<Config | null>(null);
  const rows = (query.data?.data ?? []).filter(
    (row) => !state.search || containsWords(searchText(row.key), state.search),
  );
  const set = new Set(query.data?.data.map((row) => row.key));
  const unset = Object.keys(KNOWN).filter(
    (key) => !set.has(key) && (!state.search || containsWords(searchText(key), state.search)),
  );
  return (
    <Page
      title="Config Wizard"
      actions={
        !isPlain() && (
          <Link to="/webhooks" className={buttonClasses('plain')}>
            <Icon name="swap" />
            Webhooks
          </Link>
        )
      }
    >
      <Card padded={false} label="Config">
        <div className="flex flex-wrap items-center gap-3 border-b p-3 sm:px-5">
          <SearchBox label="Search settings" value={state.search} onSearch={(search) => setState({ search })} />
        </div>
        <QueryBoundary query={query}>
          {() => (
            <>
              {rows.length === 0 && (
                <NoRows
                  title="No config found"
                  search={state.search}
                  onClear={() => setState({ search: '' })}
                  clear={kitTexts.clearSearch}
                  why="No setting has a value yet. Set one below."
                />
              )}
              {SUBJECTS.map(({ title, keys }) => (
                <Subject
                  key={title}
                  title={title}
                  rows={rows.filter(({ key }) => (keys ? keys.includes(key) : !(key in KNOWN)))}
                  unset={unset.filter((key) => keys?.includes(key))}
                  onRemove={setRemoving}
                />
              ))}
              <NewRow />
            </>
          )}
        </QueryBoundary>
      </Card>
      {removing && (
        <RemoveSetting
          row={rows.find(({ _id }) => _id === removing._id) ?? removing}
          onClose={() => setRemoving(null)}
        />
      )}
    </Page>
  );
}

interface SubjectProps {
  title: string;
  rows: readonly Config[];
  /** Settings of the subject that the app reads and nobody set. */
  unset: readonly string[];
  onRemove: (row: Config) => void;
}

function Subject({ title, rows, unset, onRemove }: SubjectProps) {
  if (rows.length + unset.length === 0) return null;
  return (
    <section aria-label={title} className="border-b">
      <h2 className="bg-surface-sunken px-5 py-1.5 text-sm font-semibold text-ink-soft">{title}</h2>
      <ul className="divide-y">
        {rows.map((row) => (
          <EditSnapshot key={row._id} live={row}>
            {({ row: base, turn, onDirty, rebase: take }) => (
              <SettingRow key={turn} row={base} onRemove={() => onRemove(row)} onDirty={onDirty} onTheirs={take} />
            )}
          </EditSnapshot>
        ))}
        {unset.map((key) => (
          <UnsetRow key={key} name={key} />
        ))}
      </ul>
    </section>
  );
}

/** The last column has a fixed width, so that the values of all rows are aligned. */
const LINE =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-x-3 gap-y-2 px-5 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_10rem]';

interface RowProps {
  row: Config;
  onRemove: () => void;
  onDirty: (dirty: boolean) => void;
  onTheirs: (row: Config) => void;
}

const valueProblem = (key: string, kind: SettingForm, value: string): Record<string, string> => {
  const problem = typedProblem(key, kind, value);
  return problem === null ? {} : { value: problem };
};
/** After a save the button keeps the focus and waits for the next change. A press says what is missing, an error is shown at the field. */
const whenValid = (form: FormState, send: () => unknown) => () => {
  if (!form.changed) return toast('info', 'Type another value first.');
  if (form.valid) return send();
  form.showAll();
  focusFirstWrong();
};

const newProblem = ({ key = '', value = '' }: Values) => valueProblem(key, settingForm(key), value);

function SettingRow({ row, onRemove, onDirty, onTheirs }: RowProps) {
  const kind = settingForm(row.key, row.value);
  const check = useCallback(({ value = '' }: Values) => valueProblem(row.key, kind, value), [row.key, kind]);
  const form = useForm({ value: config.fields.value }, { value: typedSetting(kind, row.value) }, check);
  const { busy, sendRow: writeRow } = useCommand();
  const [conflict, setConflict] = useState<Conflicted<Config> | null>(null);
  const { value = '' } = form.values;
  const stored = storedSetting(kind, value) ?? value;
  const stand = useSnapshotDirty(value, form.changed, onDirty);
  const save = async (version: number) => {
    const body = { _id: row._id, value: stored, base_version: version };
    const isSaved = await writeRow(
      config,
      'update',
      body,
      withSettingName(row.key, `${row.key} value successfully updated.`),
      {
        conflict: setConflict,
        fields: form.refuse,
      },
    );
    if (isSaved) stand(value);
  };
  return (
    <li>
      <Form aria-label={row.key} className={LINE} onSubmit={whenValid(form, () => save(row.version))}>
        <Named of={row.key} />
        <SettingValue beside form={kind} {...form.field('value')} />
        <div className="flex flex-wrap gap-2 *:first:grow">
          <ServerButton type="submit" busy={busy} waits={!form.changed || !form.valid}>
            Update<code className="sr-only"> {row.key}</code>
          </ServerButton>
          <ServerIcon icon="trash" label={`Delete ${row.key}`} onClick={onRemove} />
        </div>
      </Form>
      {conflict && (
        <ConflictDialog
          message={conflict.message}
          theirs={conflict.current}
          differences={differencesIn(
            (one: string) => [[row.key, shownSetting(settingForm(row.key, one), one)]],
            stored,
            row.value,
            conflict.current.value,
          )}
          busy={busy}
          onMine={() => {
            setConflict(null);
            void save(conflict.current.version);
          }}
          onTheirs={() => onTheirs(conflict.current)}
          onClose={() => setConflict(null)}
        />
      )}
    </li>
  );
}

/** A setting that the app reads and that has no value yet. */
function UnsetRow({ name: key }: { name: string }) {
  const kind = settingForm(key);
  const check = useCallback(({ value = '' }: Values) => valueProblem(key, kind, value), [key, kind]);
  const form = useForm({ value: config.fields.value }, { value: '' }, check);
  const { busy, sendRow: writeRow } = useCommand();
  const { value = '' } = form.values;
  const add = async () => {
    const success = withSettingName(key, `${key} value successfully created.`);
    const body = { key, value: storedSetting(kind, value) ?? value };
    if (await writeRow(config, 'create', body, success, { fields: form.refuse })) form.discard();
  };
  return (
    <li>
      <Form aria-label={key} className={LINE} onSubmit={whenValid(form, add)}>
        <Named of={key} />
        <SettingValue beside form={kind} optional unset={KNOWN[key]?.unset} {...form.field('value')} />
        <div className="flex flex-wrap gap-2 *:first:grow">
          <ServerButton type="submit" busy={busy} waits={!form.changed || !form.valid}>
            {SET.text}
            <code className="sr-only"> {key}</code>
          </ServerButton>
        </div>
      </Form>
    </li>
  );
}

const SET = { text: 'Set' } as const;

/** The name of a setting, what the setting does, and in small type its key, which support asks for. */
const Named = ({ of: key }: { of: string }) => (
  <div className="flex flex-col justify-center sm:min-h-tap">
    <p className="leading-5 font-medium [overflow-wrap:anywhere]">{nameOf(key)}</p>
    {KNOWN[key] && <p className="text-sm text-ink-soft">{KNOWN[key].does}</p>}
    <p className="text-xs text-ink-faint [overflow-wrap:anywhere]">
      {'Key: '}
      <code className="font-sans">{key}</code>
    </p>
  </div>
);

/** The last row, for the key and value of a new setting. */
function NewRow() {
  const form = useForm(config.fields, { key: '', value: '' }, newProblem);
  const kind = settingForm(form.values.key ?? '');
  const { busy, sendRow: writeRow } = useCommand();
  const add = async () => {
    if (!form.valid) {
      form.showAll();
      return focusFirstWrong();
    }
    const { key = '', value = '' } = form.values;
    const success = withSettingName(key.trim(), `${key.trim()} value successfully created.`);
    const body = { key, value: storedSetting(kind, value) ?? value };
    if (await writeRow(config, 'create', body, success, { fields: form.refuse })) form.discard();
  };
  return (
    <Form aria-label="New config" className={`${LINE} rounded-b-card bg-surface-sunken`} onSubmit={add}>
      <TextField
        label="Key"
        autoComplete="off"
        {...form.field('key')}
        hint={KNOWN[form.values.key?.trim() ?? '']?.does}
      />
      <SettingValue form={kind} {...form.field('value')} />
      <div className="sm:pt-6.5">
        <ServerButton wide type="submit" look="primary" icon="plus" busy={busy} waits={!form.valid}>
          Add
        </ServerButton>
      </div>
    </Form>
  );
}
