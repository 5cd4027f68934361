import { useQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { readingOne, writeModel } from '#client/queries.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Page } from '#ui/Page.tsx';
import { EmptyState, Notice, SkeletonRows } from '#ui/States.tsx';
import { toast } from '#ui/toasts.ts';
import type { Words } from './ListScreen.tsx';
import { NotLoaded } from './Saved.tsx';
import { type FormState, useForm, type Values } from './useForm.ts';
import { useContact } from './useSession.ts';

interface Props<M extends Model> {
  of: M;
  words: Pick<Words, 'one' | 'stop'>;
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
  const row = query.data?.data[0];
  if (row) return <Form key={(row as unknown as { version: number }).version} {...props} row={row} title={title} />;
  if (query.isPending) {
    return (
      <Page title={title} width="form">
        <Card padded={false}>
          <SkeletonRows rows={4} />
        </Card>
      </Page>
    );
  }
  const missing = query.error instanceof CallError && query.error.code === 404;
  return (
    <Page title={title} width="form">
      <Card>
        {missing ? (
          <EmptyState icon="search" title={`${of.label} not found`}>
            Check the URL and try again.
          </EmptyState>
        ) : (
          <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Card>
    </Page>
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
  const form = useForm(of.fields, stored, check);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const navigate = useNavigate();
  const { online } = useContact();
  // One key for one submit: pressing again after a lost answer is the same request (B12.7).
  const key = useRef<{ of: string; key: string } | null>(null);
  const left = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: () => form.changed && !left.current,
    withResolver: true,
    enableBeforeUnload: () => form.changed && !left.current,
  });

  const submit = async (baseVersion: number | undefined) => {
    if (!form.valid) return form.showAll();
    setBusy(true);
    setConflict(null);
    const changedOnly =
      mode === 'create'
        ? form.values
        : Object.fromEntries(Object.entries(form.values).filter(([name, value]) => value !== stored[name]));
    const body = {
      ...(mode === 'update' ? { _id: id, ...(baseVersion === undefined ? {} : { base_version: baseVersion }) } : {}),
      ...changedOnly,
      ...also?.(row),
    };
    const print = JSON.stringify(body);
    if (key.current?.of !== print) key.current = { of: print, key: crypto.randomUUID() };
    try {
      const data = await writeModel(of, mode === 'create' ? create : 'update', body, key.current.key);
      left.current = true;
      toast('good', `${words.one} successfully ${mode === 'create' ? 'created' : 'updated'}${words.stop ?? '.'}`);
      if (mode === 'create') {
        const newId = typeof data === 'string' ? data : String((data as { _id: string })._id);
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
      <Dialog
        open={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title="Unsaved changes"
        description="You have changes that are not saved. Leave?"
        actions={
          <>
            <Button onClick={() => blocker.reset?.()}>Stay</Button>
            <Button look="danger" onClick={() => blocker.proceed?.()}>
              Leave
            </Button>
          </>
        }
      />
    </Page>
  );
}
