import { useState } from 'react';
import type { Call } from '#contract/call.ts';
import type { Fields, Sendable } from '#contract/fields.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { LongTextField } from '#ui/fields/Field.tsx';
import { kitTexts } from '#ui/texts.ts';
import { useCommand } from './useCommand.ts';

interface Props<In extends Fields, Out> {
  title: string;
  description: string;
  /** The button that ends the record. */
  save: string;
  call: Call<In, Out>;
  /** Makes the input of the call from a reason without spaces around it. */
  input: (note: string) => Sendable<In>;
  /** The toast after it. */
  success: string;
  onClose: () => void;
}

/** Ends a record for good. A reason of three characters or more is needed; the server's message about it is shown at the field. */
export function ReasonDialog<In extends Fields, Out>({
  title,
  description,
  save,
  call,
  input,
  success,
  onClose,
}: Props<In, Out>) {
  const [note, setNote] = useState('');
  const { send, busy, refused } = useCommand();
  return (
    <DialogForm
      onClose={onClose}
      title={title}
      description={description}
      cancel={kitTexts.keep}
      save={save}
      look="danger"
      ready={note.trim().length >= 3}
      busy={busy}
      onSave={async (close) => {
        if (await send(call, input(note.trim()), success)) close();
      }}
    >
      <LongTextField label="Reason" value={note} onChange={setNote} error={refused.note} rows={2} required />
    </DialogForm>
  );
}
