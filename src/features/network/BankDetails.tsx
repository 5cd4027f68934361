import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import type { distributor as model } from '#contract/network/distributor.ts';
import { setBankAccount } from '#contract/network/partyCalls.ts';
import { bankList } from '#contract/session/referenceCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { ConflictDialog } from '#crud/conflict/ConflictDialog.tsx';
import { useRowSnapshot } from '#crud/conflict/useRowSnapshot.tsx';
import { OwnPasswordField, useOwnPassword } from '#crud/fields/OwnPassword.tsx';
import { byLabel } from '#crud/fields/pickers.ts';
import { changedBy, fieldDifferences } from '#crud/form/formValues.ts';
import { useForm } from '#crud/form/useForm.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { Card } from '#ui/Card.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Fact } from '#ui/Fact.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';

type Distributor = RowOf<typeof model>;

/**
 * The bank account of a distributor (DIST-10, DIST-11, B9.9, S10). Administrators and accountants may read it. Only the administrator may change it,
 * by typing the own password again.
 */
export function BankDetails({ distributor }: { distributor: Distributor }) {
  const [editing, setEditing] = useState(false);
  const account = distributor.bank_account;
  return (
    <Card padded={false} label="Bank Details">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-3">
        <h2 className="text-base font-semibold">Bank Details</h2>
        <Gate needs={['update_config']}>
          <ServerButton icon="edit" onClick={() => setEditing(true)}>
            {account ? 'Edit' : 'Add bank account'}
          </ServerButton>
        </Gate>
      </div>
      {account ? (
        <dl className="figures grid gap-4 p-5 sm:grid-cols-3">
          {(
            [
              ['Bank', account.bank_name],
              ['Account number', account.account],
              ['Account name', account.account_name],
            ] as const
          ).map(([label, value]) => (
            <Fact key={label} name={label}>
              {value}
            </Fact>
          ))}
        </dl>
      ) : (
        <EmptyState scene="find" title="No bank account details found.">
          <p>An administrator adds the account with the button above.</p>
        </EmptyState>
      )}
      {editing && <BankDialog distributor={distributor} onClose={() => setEditing(false)} />}
    </Card>
  );
}

const { hash_own: _typed, ...FIELDS } = setBankAccount.input;

const notTen = (values: Record<string, string>): Record<string, string> =>
  /^\d{10}$/.test(values.account ?? '') ? {} : { account: 'Account No. is not valid' };

function accountOf({ bank_account }: Distributor) {
  const { bank = '', account = '', account_name = '' } = bank_account ?? {};
  return { bank, account, account_name };
}

function BankDialog({ distributor: live, onClose }: { distributor: Distributor; onClose: () => void }) {
  const banks = useQuery(queryFor(bankList, {}));
  const { row: distributor, conflict, setConflict } = useRowSnapshot(live);
  const stored = accountOf(distributor);
  const form = useForm(FIELDS, stored, notTen);
  const own = useOwnPassword();
  const { busy, send: write } = useCommand();
  const options = (banks.data?.data.data ?? []).map((one) => ({ value: one.code, label: one.name }));
  /** `over`: the row that is written over. Fields that were not typed here keep that row's value (B12.6). */
  const submit = async (over: Distributor) => {
    const body = {
      ...accountOf(over),
      ...changedBy(form.values, stored),
      _id: distributor._id,
      base_version: over.version,
      hash_own: await own.hash(),
    };
    const on = {
      conflict: setConflict,
      fields: (fields: Readonly<Record<string, string>>) => own.refuse(fields, form.refuse),
    };
    if (await write(setBankAccount, body, 'Distributor successfully updated.', on)) onClose();
  };
  return (
    <DialogForm
      onClose={onClose}
      title="Bank account"
      description={`Where ${distributor.name} is paid.`}
      save="Save"
      ready={form.changed && form.valid && own.typed}
      busy={busy}
      onSave={() => submit(distributor)}
    >
      <Picker
        label="Bank"
        options={options}
        matches={byLabel}
        placeholder="Choose a bank"
        {...form.field('bank')}
        {...choiceState(banks)}
      />
      <TextField label="Account number" inputMode="numeric" autoComplete="off" {...form.field('account')} />
      <TextField label="Account name" autoComplete="off" {...form.field('account_name')} />
      <OwnPasswordField {...own.field} />
      {conflict && (
        <ConflictDialog
          message={conflict.message}
          theirs={conflict.current}
          differences={fieldDifferences(
            { fields: FIELDS },
            form.values,
            stored,
            accountOf(conflict.current),
            (field, value) => (field === 'bank' ? options.find((one) => one.value === value)?.label : undefined),
          )}
          busy={busy}
          onMine={() => {
            setConflict(null);
            void submit(conflict.current);
          }}
          onTheirs={onClose}
          onClose={() => setConflict(null)}
        />
      )}
    </DialogForm>
  );
}
