/** The record that a person edits: the stored texts, the typed ones, the draft between them, and a newer row on the server. */
import { useEffect, useRef } from 'react';
import type { Model, RowOf } from '#contract/model.ts';
import { type ChangedField, changedText } from '../conflict/ConflictDialog.tsx';
import type { RecordProps } from './formProps.ts';
import { changedBy, textsOf, type Values } from './formValues.ts';
import { useDraft } from './useDraft.ts';
import { useForm } from './useForm.ts';

/** The texts of a row in the form, or those of a new record. */
export const textsIn = <M extends Model>(
  { from, blank }: Pick<RecordProps<M>, 'from' | 'blank'>,
  row: RowOf<M> | null,
) => (row ? (from?.(row) ?? textsOf(row, Object.keys(blank))) : blank);

export function useEditedRecord<M extends Model>(props: RecordProps<M>, locked: boolean) {
  const { of: model, row, newer = null, onDirty } = props;
  const stored: Values = textsIn(props, row);
  const draft = useDraft(stored, !locked);
  const form = useForm(model.fields, stored, props.check, draft.found?.values);
  const changed = changedBy(form.values, stored);
  // The values were typed over this version, even if that was before a reload.
  const version = draft.found?.version ?? (row as { version?: number } | null)?.version;
  // A draft from before a reload may be older than the row that was just loaded.
  const since = newer ?? (row && version !== undefined && version < (row as { version: number }).version ? row : null);
  const left = useRef(false);
  useEffect(() => onDirty?.(form.changed), [form.changed, onDirty]);
  useEffect(() => {
    if (!left.current) draft.keep(form.changed ? changed : null, version);
  });
  return {
    stored,
    form,
    /** The typed texts that differ from the stored ones. */
    changed,
    version,
    /** When the draft was stored, epoch seconds; null if nothing was found. */
    draftedAt: draft.found?.at ?? null,
    /** A row that is newer than what was typed over, with its sentence. Null if there is none. */
    since: since && { row: since, message: changedText(model.label, since as ChangedField) },
    /** Whether leaving loses something. */
    isUnsaved: () => form.changed && !left.current,
    dropDraft: () => draft.keep(null, undefined),
    /** Call it after the record was saved: from then on no draft is stored, and leaving asks no question. */
    finish() {
      left.current = true;
      draft.keep(null, undefined);
    },
    discard() {
      draft.forget();
      form.discard();
    },
  };
}

export type EditedRecord = ReturnType<typeof useEditedRecord>;
