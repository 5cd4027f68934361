/**
 * The steps of a claim, each a small form. If two people act at once, the second one reads who changed the claim, and the page shows the current claim.
 */
import { useState } from 'react';
import { cancelClaim, sendClaim, settleClaim, updateClaim } from '#contract/purchasing/claimCalls.ts';
import { ReasonDialog } from '#crud/command/ReasonDialog.tsx';
import { useCommand } from '#crud/command/useCommand.ts';
import { SETTLED_BY, SETTLED_LABEL } from '#domain/discrepancy.ts';
import { parseMoney, showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { LongTextField, SelectField, TextField } from '#ui/fields/Field.tsx';
import { MoneyField } from '#ui/fields/MoneyField.tsx';
import type { ClaimRow } from './claimRow.ts';

interface Props {
  row: ClaimRow;
  onClose: () => void;
}

export function SendDialog({ row: live, onClose }: Props) {
  // The dialog sends the version that it showed when it opened.
  const [row] = useState(live);
  const { send, busy } = useCommand();
  return (
    <DialogForm
      onClose={onClose}
      title={`Mark ${row.ref} as sent`}
      description={`${row.distributor.name} has the paper with ${plural(row.line_count, '# line', '# lines')} and ${showNaira(row.amount)}. From now on its lines stay as they are.`}
      save="Mark as sent"
      ready
      busy={busy}
      onSave={async (close) => {
        const body = { _id: row._id, base_version: row.version, expect_digest: row.lines_digest };
        if (await send(sendClaim, body, `Claim ${row.ref} sent.`)) close();
      }}
    >
      {null}
    </DialogForm>
  );
}

export function SettleDialog({ row: live, onClose }: Props) {
  const [row] = useState(live);
  const { send, busy, refused, retyped } = useCommand();
  const [by, setBy] = useState<(typeof SETTLED_BY)[number]>('credit');
  const [typed, setTyped] = useState({ amount: row.amount, number: '', receipt_ref: '', note: '' });
  const set = (name: keyof typeof typed) => (value: string) => {
    retyped(name);
    setTyped((before) => ({ ...before, [name]: value }));
  };
  const isCredit = by === 'credit';
  const ready = isCredit
    ? parseMoney(typed.amount) !== null && typed.number.trim() !== ''
    : typed.receipt_ref.trim() !== '' || typed.note.trim() !== '';
  return (
    <DialogForm
      onClose={onClose}
      title={`Settle ${row.ref}`}
      description={`The claim is ${showNaira(row.amount)}. No wallet changes: ${row.distributor.name} was booked only what was accepted.`}
      save="Settle"
      ready={ready}
      busy={busy}
      onSave={async (close) => {
        const body = {
          ...{ _id: row._id, base_version: row.version, settled_by: by, note: typed.note.trim() },
          ...(isCredit
            ? { amount: typed.amount, number: typed.number.trim() }
            : { receipt_ref: typed.receipt_ref.trim() }),
        };
        if (await send(settleClaim, body, `Claim ${row.ref} settled.`)) close();
      }}
    >
      <SelectField
        label="Settled by"
        value={by}
        onChange={(next) => setBy(SETTLED_BY.find((one) => one === next) ?? 'credit')}
        options={SETTLED_BY.map((value) => ({ value, label: SETTLED_LABEL[value] }))}
      />
      {isCredit ? (
        <>
          <MoneyField label="Amount" value={typed.amount} onChange={set('amount')} error={refused.amount} required />
          <TextField
            label="Number of the credit note"
            value={typed.number}
            onChange={set('number')}
            error={refused.number}
            required
          />
        </>
      ) : (
        <TextField
          label="Receipt that the goods came with"
          hint="PO-… of this supplier, or explain below"
          value={typed.receipt_ref}
          onChange={set('receipt_ref')}
          error={refused.receipt_ref}
        />
      )}
      <LongTextField label="Note" value={typed.note} onChange={set('note')} error={refused.note} rows={2} />
    </DialogForm>
  );
}

export function CancelClaimDialog({ row, onClose }: Props) {
  return (
    <ReasonDialog
      onClose={onClose}
      title={`Cancel ${row.ref}`}
      description="The supplier is no longer asked to settle it. Its lines can be claimed again."
      save="Cancel claim"
      call={cancelClaim}
      input={(note) => ({ _id: row._id, base_version: row.version, note })}
      success={`Claim ${row.ref} cancelled.`}
    />
  );
}

export function NoteDialog({ row: live, onClose }: Props) {
  const [row] = useState(live);
  const [note, setNote] = useState(row.note ?? '');
  const { send, busy, refused } = useCommand();
  return (
    <DialogForm
      onClose={onClose}
      title="Edit note"
      description="The note stands on the paper."
      save="Save"
      ready={note.trim() !== (row.note ?? '')}
      busy={busy}
      onSave={async (close) => {
        const body = { _id: row._id, base_version: row.version, note: note.trim() };
        if (await send(updateClaim, body, 'Note saved.')) close();
      }}
    >
      <LongTextField label="Note" value={note} onChange={setNote} error={refused.note} rows={3} />
    </DialogForm>
  );
}
