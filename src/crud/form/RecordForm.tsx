import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { invalidateAll, writeModel } from '#client/reads/queries.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showShort } from '#domain/time.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { Form } from '#ui/fields/Form.tsx';
import { firstWrongOf, focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { type Offered, TellOffered } from '#ui/fields/offered.ts';
import { useIsMounted } from '#ui/hooks/useIsMounted.ts';
import { kitTexts } from '#ui/texts.ts';
import { useGo } from '../address.ts';
import { messageFor } from '../command/messageFor.ts';
import { useIdempotencyKey } from '../command/useIdempotencyKey.ts';
import { type ChangedField, ConflictDialog, changedText, currentOf } from '../conflict/ConflictDialog.tsx';
import type { ListTexts } from '../list/ListScreen.tsx';
import { listAsLeft } from '../list/useListState.ts';
import type { Address, CrudList } from '../paths.ts';
import { NeedsConnection } from '../query/NeedsConnection.tsx';
import { useSession } from '../query/useSession.ts';
import type { Values } from './formValues.ts';
import { changedBy, fieldDifferences, namesFor, sentOf, textsOf } from './formValues.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { useDraft } from './useDraft.ts';
import { type FormState, useForm } from './useForm.ts';

export interface FormProps<M extends Model> {
  of: M;
  words: Pick<ListTexts, 'one' | 'title' | 'said' | 'missing' | 'stop'>;
  path: CrudList;
  /** With an id the form updates, otherwise it creates. */
  id?: string | undefined;
  /** The initial texts of a new record; the keys are the form's fields. */
  blank: Values;
  /** The texts of a stored record, if they are not simply its fields. */
  from?: (row: RowOf<M>) => Values;
  create?: 'create' | 'signup';
  check?: (values: Values) => Record<string, string>;
  /** Values sent in addition to the form's texts. */
  also?: (row: RowOf<M> | null, values: Values) => Readonly<Record<string, string | undefined>>;
  /** Called when a submit was refused for good: the next submit is a new request, even with the same values (B12.7). */
  refused?: () => void;
  /** The address after saving: by default the new record's update page, or the list after an update. */
  done?: (id: string) => Address;
  /** The label of the button, if it is not Create or Update. */
  save?: string;
  /** What to show instead of the button if the record can no longer be changed. */
  locked?: (row: RowOf<M>) => ReactNode;
  children: (form: FormState, mode: 'create' | 'update', row: RowOf<M> | null) => ReactNode;
  /** Shown below the buttons on update: effects of saving beyond the record. It may appear while somebody types. */
  foot?: (form: FormState, row: RowOf<M>) => ReactNode;
  /** Shown under the form on update, above the history. */
  aside?: (row: RowOf<M>) => ReactNode;
}

interface Props<M extends Model> extends FormProps<M> {
  row: RowOf<M> | null;
  /** The row on the server, if it is newer than `row`. */
  newer?: RowOf<M> | null;
  onDirty?: (dirty: boolean) => void;
  onTheirs?: (row: RowOf<M>) => void;
}

/** The form itself in its page: one edited record with its draft, its submit and its conflict. */
export function RecordForm<M extends Model>(props: Props<M>) {
  const { of: model, words, path, id, blank, from, also, done, locked, row, newer = null, onDirty, onTheirs } = props;
  const mode = id === undefined ? 'create' : 'update';
  const stored = row ? (from?.(row) ?? textsOf(row, Object.keys(blank))) : blank;
  const lock = row ? locked?.(row) : undefined;
  const draft = useDraft(stored, !lock);
  const form = useForm(model.fields, stored, props.check, draft.found?.values);
  const changed = changedBy(form.values, stored);
  // The values were typed over this version, even if that was before a reload.
  const version = draft.found?.version ?? (row as { version?: number } | null)?.version;
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<{ message: string; current: RowOf<M> } | null>(null);
  const go = useGo();
  const { profile } = useSession();
  // Pressing again after a lost response repeats the same request (B12.7); after a verdict it is a new request.
  const keys = useIdempotencyKey();
  const left = useRef(false);
  const here = useIsMounted();
  // The options of the fields, so that the conflict dialog can show names.
  const offered = useRef(new Map<string, readonly Offered[]>());
  const asks = useRef(false);
  asks.current = conflict !== null;
  const [, drawAgain] = useState(0);
  const tellOffered = useCallback((field: string, some: readonly Offered[]) => {
    const before = offered.current.get(field) ?? [];
    offered.current.set(field, some);
    // Options that arrive while the dialog is open need a new render; before that nobody sees them. Some fields report the same options at every
    // render.
    const isNew = () =>
      some.length !== before.length ||
      some.some(({ value, label }, at) => before[at]?.value !== value || before[at]?.label !== label);
    if (asks.current && isNew()) drawAgain((times) => times + 1);
  }, []);
  useEffect(() => onDirty?.(form.changed), [form.changed, onDirty]);
  useEffect(() => {
    if (!left.current) draft.keep(form.changed ? changed : null, version);
  });

  const submit = async (baseVersion: number | undefined) => {
    if (!form.valid) {
      form.showAll();
      focusFirstWrong();
      return;
    }
    setBusy(true);
    const focusRefused = firstWrongOf();
    const body = {
      ...(mode === 'update' ? { _id: id, ...(baseVersion === undefined ? {} : { base_version: baseVersion }) } : {}),
      ...sentOf(model.fields, mode === 'create' ? form.values : changed),
      ...also?.(row, form.values),
    };
    const key = keys.keyFor(body);
    try {
      const data = await writeModel(model, mode === 'create' ? (props.create ?? 'create') : 'update', body, key);
      const newId = typeof data === 'string' ? data : String((data as { _id: string })._id);
      left.current = true;
      draft.keep(null, undefined);
      toast(
        'good',
        `${words.said ?? words.one} successfully ${mode === 'create' ? 'created' : 'updated'}${words.stop ?? '.'}`,
      );
      // If the person left meanwhile, the screen is another one, perhaps another form: do not navigate.
      if (here.current)
        await (done
          ? go(done(id ?? newId))
          : mode === 'create'
            ? go(`${path}/${newId}/update`)
            : go(path, { search: listAsLeft(profile?.user_id ?? '', path) }));
    } catch (error) {
      keys.failed(error);
      if (error instanceof CallError && error.settled) props.refused?.();
      if (error instanceof CallError && here.current && form.refuse(error.fields)) focusRefused();
      const current = error instanceof CallError && error.word === 'conflict' ? currentOf<RowOf<M>>(error.data) : null;
      if (current && here.current) setConflict({ message: messageOf(error), current });
      else toast('bad', messageFor(error));
    } finally {
      setBusy(false);
    }
  };
  const keepTheirs = (theirs: RowOf<M>) => {
    setConflict(null);
    draft.keep(null, undefined);
    onTheirs?.(theirs);
    void invalidateAll();
  };
  const discard = () => {
    draft.forget();
    form.discard();
  };
  // A draft from before a reload may be older than the row that was just loaded.
  const since = newer ?? (row && version !== undefined && version < (row as { version: number }).version ? row : null);
  const sinceText = since ? changedText(model.label, since as unknown as ChangedField) : '';
  return (
    <>
      {draft.found && form.changed && (
        <Notice tone="info" icon="clock">
          {kitTexts.draftOf} {showShort(draft.found.at)}
        </Notice>
      )}
      {lock}
      <Form
        onSubmit={() => {
          if (!lock) void submit(version);
        }}
      >
        <Card>
          <fieldset disabled={Boolean(lock)} className="flex min-w-0 flex-col gap-5">
            <TellOffered value={tellOffered}>{props.children(form, mode, row)}</TellOffered>
          </fieldset>
          {!lock && (
            <>
              <div className="mt-6 flex flex-wrap justify-end gap-2 border-t pt-4">
                {(mode === 'update' || draft.found) && form.changed && (
                  <Button onClick={discard}>{kitTexts.discard}</Button>
                )}
                <Button type="submit" look="primary" busy={busy} disabled={!form.changed || !form.valid}>
                  {props.save ?? (mode === 'create' ? 'Create' : 'Update')}
                </Button>
              </div>
              {/* Below the buttons: both appear while somebody types, and nothing may move under a finger then. */}
              <div className="mt-4 flex flex-col gap-3 empty:hidden">
                <NeedsConnection />
                {row && props.foot?.(form, row)}
                {since && form.changed && !busy && (
                  <Notice
                    tone="wait"
                    icon="swap"
                    action={
                      <Button onClick={() => setConflict({ message: sinceText, current: since })}>
                        {syncWords.conflict.title}
                      </Button>
                    }
                  >
                    {sinceText}
                  </Notice>
                )}
              </div>
            </>
          )}
        </Card>
      </Form>
      {conflict && (
        <ConflictDialog
          message={conflict.message}
          theirs={conflict.current as unknown as ChangedField}
          differences={fieldDifferences(
            model,
            form.values,
            stored,
            from?.(conflict.current) ?? textsOf(conflict.current, Object.keys(blank)),
            namesFor(offered.current, row, conflict.current),
          )}
          busy={busy}
          onMine={() => {
            setConflict(null);
            void submit((conflict.current as unknown as { version: number }).version);
          }}
          onTheirs={() => keepTheirs(conflict.current)}
          onClose={() => setConflict(null)}
        />
      )}
      <LeaveGuard when={() => form.changed && !left.current} />
    </>
  );
}
