/** The submit of a form: one request with its key, then a message, the next screen, or a conflict. */
import { useEffect, useRef, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { noteWrite } from '#client/firstHour.ts';
import { invalidateAll, writeModel } from '#client/reads/queries.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { makeRefusalToast, toast } from '#ui/feedback/toasts.ts';
import { firstWrongOf, focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { useIsMounted } from '#ui/hooks/useIsMounted.ts';
import { useGo } from '../address.ts';
import { isUnexpected, messageFor } from '../command/messageFor.ts';
import { showRefusal } from '../command/showRefusal.ts';
import { useIdempotencyKey } from '../command/useIdempotencyKey.ts';
import { currentOf } from '../conflict/ConflictDialog.tsx';
import { listAsLeft } from '../list/useListState.ts';
import { useSession } from '../query/useSession.ts';
import type { RecordProps } from './formProps.ts';
import { sentOf, type Values } from './formValues.ts';
import type { EditedRecord } from './useEditedRecord.ts';

export interface Conflict<Row> {
  message: string;
  current: Row;
}

export function useSaveRecord<M extends Model>(props: RecordProps<M>, edited: Omit<EditedRecord, 'since'>) {
  const { of: model, id, row, onTheirs } = props;
  const { form, changed } = edited;
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict<RowOf<M>> | null>(null);
  // Why the last submit failed unexpectedly.
  const [failed, setFailed] = useState('');
  // Pressing again after a lost response repeats the same request; after a verdict it is a new request.
  const keys = useIdempotencyKey();
  const [refusal] = useState(makeRefusalToast);
  // The values that a field refused. The toast says the same (ERR-01), so it goes as soon as somebody types on.
  const refused = useRef<Values | null>(null);
  useEffect(() => {
    if (refused.current === null || refused.current === form.values) return;
    refused.current = null;
    refusal.over();
  }, [form.values, refusal]);
  const here = useIsMounted();
  const next = useNext(props);

  const bodyOver = (baseVersion: number | undefined) => ({
    ...(id === undefined ? {} : { _id: id, ...(baseVersion === undefined ? {} : { base_version: baseVersion }) }),
    ...sentOf(model.fields, id === undefined ? form.values : changed),
    ...props.also?.(row, form.values),
  });
  const showRefused = (error: unknown, focusRefused: () => void) => {
    keys.failed(error);
    if (error instanceof CallError && error.settled) props.refused?.();
    const atField = error instanceof CallError && here.current && form.refuse(error.fields);
    if (atField) focusRefused();
    const current = error instanceof CallError && error.word === 'conflict' ? currentOf<RowOf<M>>(error.data) : null;
    if (current && here.current) setConflict({ message: messageOf(error), current });
    else if (here.current && isUnexpected(error)) setFailed(messageFor(error));
    else showRefusal(refusal, messageFor(error), '', atField);
    refused.current = atField ? form.values : null;
  };
  /** `baseVersion`: the version that the person saw; undefined for a new record. */
  const submit = async (baseVersion: number | undefined) => {
    if (!form.valid) {
      form.showAll();
      focusFirstWrong();
      return;
    }
    setBusy(true);
    setFailed('');
    refusal.over();
    const focusRefused = firstWrongOf();
    const body = bodyOver(baseVersion);
    const key = keys.keyFor(body);
    try {
      const call = id === undefined ? (props.create ?? 'create') : 'update';
      const data = await writeModel(model, call, body, key);
      noteWrite(`${model.name}/${call}`);
      edited.finish();
      toast('good', savedText(props));
      // If the person left meanwhile, the screen is another one, perhaps another form: do not navigate.
      if (here.current) await next(typeof data === 'string' ? data : String((data as { _id: string })._id));
    } catch (error) {
      showRefused(error, focusRefused);
    } finally {
      setBusy(false);
    }
  };
  const keepTheirs = (theirs: RowOf<M>) => {
    setConflict(null);
    edited.dropDraft();
    onTheirs?.(theirs);
    void invalidateAll();
  };
  return { busy, failed, conflict, setConflict, submit, keepTheirs };
}

const savedText = ({ words, id }: Pick<RecordProps<Model>, 'words' | 'id'>) =>
  `${words.toastName ?? words.one} successfully ${id === undefined ? 'created' : 'updated'}${words.stop ?? '.'}`;

/** Goes to the screen after saving. `newId`: the id in the server's answer. */
function useNext<M extends Model>({ done, id, path }: RecordProps<M>): (newId: string) => Promise<void> {
  const go = useGo();
  const { profile } = useSession();
  return async (newId) => {
    if (done) await go(done(id ?? newId));
    else if (id === undefined) await go(`${path}/${newId}/update`);
    else await go(path, { search: listAsLeft(profile?.user_id ?? '', path) });
  };
}
