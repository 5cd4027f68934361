import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { readingOne, writeModel } from '#client/queries.ts';
import type { Fields } from '#contract/fields.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Page } from '#ui/Page.tsx';
import { Notice } from '#ui/States.tsx';
import { toast } from '#ui/toasts.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import type { Words } from './ListScreen.tsx';
import { Loaded } from './Loaded.tsx';
import { type FormState, useForm, type Values } from './useForm.ts';
import { useContact } from './useSession.ts';

interface Props<M extends Model> {
  of: M;
  words: Pick<Words, 'one' | 'said' | 'missing' | 'stop'>;
  path: string;
  /** Given: update; otherwise create. */
  id?: string | undefined;
  /** Starting texts of a new record; its keys are the form's fields. */
  blank: Values;
  /** Texts of a stored record, where they are not simply its fields. */
  from?: (row: RowOf<M>) => Values;
  create?: 'create' | 'signup';
  check?: (values: Values) => Record<string, string>;
  /** Sent besides the form's texts. */
  also?: (row: RowOf<M> | null) => Readonly<Record<string, string | undefined>>;
  /** Form fields that belong to a link record (a hub's manager), and how it is written after the record itself (UI-27). */
  linked?: { fields: Fields; write: (id: string, values: Values, key: string) => Promise<unknown> };
  /** After a create: where to go; by default the new record's update page. */
  done?: (id: string) => string;
  children: (form: FormState, mode: 'create' | 'update', row: RowOf<M> | null) => ReactNode;
  /** Stands under the form on update (history, notes). */
  aside?: (row: RowOf<M>) => ReactNode;
}

/** Create and update of a model: dirty, valid and submitting rules, toasts, conflicts, unsaved changes (UI-01, WH-13, WH-14). */
export function FormScreen<M extends Model>(props: Props<M>) {
  const { of, words, id } = props;
  const query = useQuery({ ...readingOne(of, id ?? ''), enabled: id !== undefined });
  const title = id === undefined ? `Create ${words.one}` : `Update ${words.one}`;
  if (id === undefined) return <Form {...props} row={null} title={title} />;
  return (
    <Loaded query={query} title={title} missing={words.missing ?? `${of.label} not found`} width="form">
      {([row]) => <Form key={(row as unknown as { version: number }).version} {...props} row={row} title={title} />}
    </Loaded>
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && '_id' in value) return String(value._id);
  return value === null || value === undefined ? '' : String(value);
}

function Form<M extends Model>({
  of,
  words,
  path,
  id,
  blank,
  from,
  create = 'create',
  check,
  also,
  linked,
  done,
  children,
  aside,
  row,
  title,
}: Props<M> & { row: RowOf<M> | null; title: string }) {
  const mode = id === undefined ? 'create' : 'update';
  const stored = row
    ? (from?.(row) ??
      Object.fromEntries(Object.keys(blank).map((name) => [name, textOf((row as Record<string, unknown>)[name])])))
    : blank;
  const form = useForm(linked ? { ...of.fields, ...linked.fields } : of.fields, stored, check);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const navigate = useNavigate();
  const { online } = useContact();
  // One key for one submit: pressing again after a lost answer is the same request (B12.7).
  const key = useRef<{ of: string; key: string } | null>(null);
  const left = useRef(false);

  const submit = async (baseVersion: number | undefined) => {
    if (!form.valid) return form.showAll();
    setBusy(true);
    setConflict(null);
    const isNew = ([name, value]: [string, string]) => mode === 'create' || value !== stored[name];
    const sent = Object.entries(form.values).filter(isNew);
    const changedOnly = Object.fromEntries(sent.filter(([name]) => name in of.fields));
    const relinked = linked && sent.some(([name]) => name in linked.fields);
    const body = {
      ...(mode === 'update' ? { _id: id, ...(baseVersion === undefined ? {} : { base_version: baseVersion }) } : {}),
      ...changedOnly,
      ...also?.(row),
    };
    const print = JSON.stringify(body);
    if (key.current?.of !== print) key.current = { of: print, key: crypto.randomUUID() };
    try {
      // The link of a stored record goes first: should the record be refused, the form stays as it is and nothing is lost.
      if (id !== undefined && relinked) await linked.write(id, form.values, crypto.randomUUID());
      const data = await writeModel(of, mode === 'create' ? create : 'update', body, key.current.key);
      const newId = typeof data === 'string' ? data : String((data as { _id: string })._id);
      // The record of a new one stands already: its own page shows what is still missing.
      if (id === undefined && relinked)
        await linked
          .write(newId, form.values, `${key.current.key}-link`)
          .catch((error: unknown) => toast('bad', messageOf(error)));
      left.current = true;
      toast(
        'good',
        `${words.said ?? words.one} successfully ${mode === 'create' ? 'created' : 'updated'}${words.stop ?? '.'}`,
      );
      if (mode === 'create') {
        await navigate({ to: done?.(newId) ?? `${path}/${newId}/update` });
      } else {
        await navigate({ to: path });
      }
    } catch (error) {
      if (error instanceof CallError && error.code === 422) form.showAll(error.fields);
      if (error instanceof CallError && error.word === 'conflict') setConflict(error.message);
      else
        toast(
          'bad',
          error instanceof CallError
            ? error.message
            : online
              ? messageOf(error)
              : 'This needs a connection. It will work again when you are online.',
        );
    } finally {
      setBusy(false);
    }
  };
  const version = (row as { version?: number } | null)?.version;
  return (
    <Page title={title} width="form">
      {conflict && (
        <Notice
          tone="bad"
          icon="alert"
          role="alert"
          action={
            <>
              <Button onClick={() => location.reload()}>Keep theirs</Button>
              <Button look="primary" onClick={() => void submit(undefined)}>
                Keep mine
              </Button>
            </>
          }
        >
          {conflict}
        </Notice>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(version);
        }}
      >
        <Card>
          <div className="flex flex-col gap-5">{children(form, mode, row)}</div>
          <div className="mt-6 flex flex-wrap justify-end gap-2 border-t pt-4">
            {mode === 'update' && form.changed && <Button onClick={form.discard}>Discard Changes</Button>}
            <Button type="submit" look="primary" busy={busy} disabled={!form.changed || !form.valid}>
              {mode === 'create' ? 'Create' : 'Update'}
            </Button>
          </div>
        </Card>
      </form>
      {row && aside?.(row)}
      <LeaveGuard when={() => form.changed && !left.current} />
    </Page>
  );
}
