import { useState } from 'react';
import type { Model } from '#contract/model.ts';
import { syncWords } from '#domain/syncWords.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { TellOffered } from '#ui/fields/offered.ts';
import { kitTexts } from '#ui/texts.ts';
import { momentText } from '#ui/when.ts';
import { type ChangedField, ConflictDialog } from '../conflict/ConflictDialog.tsx';
import { Link } from '../Link.tsx';
import { listAsLeft } from '../list/useListState.ts';
import { useSession } from '../query/useSession.ts';
import { WriteFailed } from '../query/WriteFailed.tsx';
import type { RecordProps } from './formProps.ts';
import { fieldDifferences, namesFor } from './formValues.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { textsIn, useEditedRecord } from './useEditedRecord.ts';
import { useFirstField } from './useFirstField.ts';
import { useOfferedNames } from './useOfferedNames.ts';
import { useSaveRecord } from './useSaveRecord.ts';

/** The form itself in its page: one edited record with its draft, its submit and its conflict. */
export function RecordForm<M extends Model>(props: RecordProps<M>) {
  const { of: model, row } = props;
  const mode = props.id === undefined ? 'create' : 'update';
  const lock = row ? props.locked?.(row) : undefined;
  const edited = useEditedRecord(props, Boolean(lock));
  const { form, stored, version, draftedAt, since } = edited;
  const { busy, failed, conflict, setConflict, submit, keepTheirs } = useSaveRecord(props, edited);
  const names = useOfferedNames(conflict !== null);
  const [missing, setMissing] = useState('');
  const left = listAsLeft(useSession().profile?.user_id ?? '', props.path);
  const fields = useFirstField<HTMLFieldSetElement>(mode === 'create');
  return (
    <>
      {draftedAt !== null && form.changed && (
        <Notice tone="info" icon="clock">
          {kitTexts.draftOf} {momentText(draftedAt)}
        </Notice>
      )}
      {lock}
      <Form
        onSubmit={() => {
          if (lock) return;
          if (form.changed && form.valid) return void submit(version);
          form.showAll();
          setMissing(form.valid ? kitTexts.nothingChanged : '');
          focusFirstWrong();
        }}
      >
        <Card>
          <fieldset ref={fields} disabled={Boolean(lock)} className="flex min-w-0 flex-col gap-5">
            <TellOffered value={names.tell}>{props.children(form, mode, row)}</TellOffered>
          </fieldset>
          {!lock && (
            <>
              <div className="no-print mt-6 flex flex-wrap justify-end gap-2 border-t pt-4">
                {/* Why the button is pale (UI-01). Pressed, it leads to the first gap all the same. */}
                {mode === 'create' && !form.valid && (
                  <p className="mr-auto basis-full self-center text-sm text-ink-soft sm:basis-auto">
                    {kitTexts.starred}
                  </p>
                )}
                {mode === 'create' && (
                  <Link to={props.path} search={left} className={buttonClasses()}>
                    Cancel
                  </Link>
                )}
                {(mode === 'update' || draftedAt !== null) && form.changed && (
                  <Button onClick={edited.discard}>{kitTexts.discard}</Button>
                )}
                <Button type="submit" look="primary" busy={busy} waits={!form.changed || !form.valid}>
                  {props.save ?? (mode === 'create' ? 'Create' : 'Update')}
                </Button>
              </div>
              {/* Below the buttons: both appear while somebody types, and nothing may move under a finger then. */}
              <div className="mt-4 flex flex-col gap-3 empty:hidden">
                <WriteFailed failed={failed} />
                {missing !== '' && !form.changed && (
                  <p role="status" className="text-right text-sm text-ink-soft">
                    {missing}
                  </p>
                )}
                {row && props.foot?.(form, row)}
                {since && form.changed && !busy && (
                  <ChangedMeanwhile
                    message={since.message}
                    onLook={() => setConflict({ message: since.message, current: since.row })}
                  />
                )}
              </div>
            </>
          )}
        </Card>
      </Form>
      {conflict && (
        <ConflictDialog
          message={conflict.message}
          theirs={conflict.current as ChangedField}
          differences={fieldDifferences(
            model,
            form.values,
            stored,
            textsIn(props, conflict.current),
            namesFor(names.offered, row, conflict.current),
          )}
          busy={busy}
          onMine={() => {
            setConflict(null);
            void submit((conflict.current as { version: number }).version);
          }}
          onTheirs={() => keepTheirs(conflict.current)}
          onClose={() => setConflict(null)}
        />
      )}
      <LeaveGuard when={edited.isUnsaved} />
    </>
  );
}

/** Says that another person changed the record while it was edited here. */
function ChangedMeanwhile({ message, onLook }: { message: string; onLook: () => void }) {
  return (
    <Notice tone="wait" icon="swap" action={<Button onClick={onLook}>{syncWords.conflict.title}</Button>}>
      {message}
    </Notice>
  );
}
