import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { everythingIsStale, reading } from '#client/queries.ts';
import { ask } from '#client/transport.ts';
import type { RowOf } from '#contract/model.ts';
import type { distributor as model } from '#contract/network/distributor.ts';
import { setBankAccount } from '#contract/network/partyCalls.ts';
import { bankList } from '#contract/session/referenceCalls.ts';
import { Gate } from '#crud/Gate.tsx';
import { useForm } from '#crud/useForm.ts';
import { byLabel } from '#parts/pickers.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/Field.tsx';
import { Picker } from '#ui/Picker.tsx';
import { EmptyState } from '#ui/States.tsx';
import { toast } from '#ui/toasts.ts';

type Distributor = RowOf<typeof model>;

/** DIST-10, DIST-11, B9.9: read by core staff, set by the administrator. */
export function BankDetails({ distributor }: { distributor: Distributor }) {
  const [editing, setEditing] = useState(false);
  const account = distributor.bank_account;
  return (
    <Card padded={false} label="Bank Details">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-3">
        <h2 className="text-lg font-bold">Bank Details</h2>
        <Gate needs={['update_config']}>
          <Button icon="edit" onClick={() => setEditing(true)}>
            {account ? 'Change' : 'Add bank account'}
          </Button>
        </Gate>
      </div>
      {account ? (
        <dl className="grid gap-4 p-5 sm:grid-cols-3">
          {(
            [
              ['Bank', account.bank_name],
              ['Account number', account.account],
              ['Account name', account.account_name],
            ] as const
          ).map(([label, value]) => (
            <div key={label}>
              <dt className="text-sm text-ink-faint">{label}</dt>
              <dd className="figures font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <EmptyState icon="search" title="No bank account details found." />
      )}
      {editing && <BankDialog distributor={distributor} onClose={() => setEditing(false)} />}
    </Card>
  );
}

const notTen = (values: Record<string, string>): Record<string, string> =>
  /^\d{10}$/.test(values.account ?? '') ? {} : { account: 'Account No. is not valid' };

function BankDialog({ distributor, onClose }: { distributor: Distributor; onClose: () => void }) {
  const banks = useQuery(reading(bankList, {}));
  const { bank = '', account = '', account_name = '' } = distributor.bank_account ?? {};
  const form = useForm(setBankAccount.input, { bank, account, account_name }, notTen);
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const options = (banks.data?.data.data ?? []).map((one) => ({ value: one.code, label: one.name }));
  const submit = async () => {
    if (!form.valid) return form.showAll();
    setBusy(true);
    try {
      const { bank: code = '', account: number = '', account_name: owner = '' } = form.values;
      await ask(
        setBankAccount,
        { _id: distributor._id, bank: code, account: number, account_name: owner, base_version: distributor.version },
        { key: key.current },
      );
      await everythingIsStale();
      toast('good', 'Distributor successfully updated.');
      onClose();
    } catch (error) {
      key.current = crypto.randomUUID();
      if (error instanceof CallError && error.code === 422) form.showAll(error.fields);
      toast('bad', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Bank account"
      description={`Where ${distributor.name} is paid.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} disabled={!form.changed || !form.valid} onClick={() => void submit()}>
            Save
          </Button>
        </>
      }
    >
      <Picker
        label="Bank"
        options={options}
        matches={byLabel}
        placeholder={banks.isPending ? 'Loading…' : 'Choose a bank'}
        {...form.field('bank')}
      />
      <TextField label="Account number" inputMode="numeric" autoComplete="off" {...form.field('account')} />
      <TextField label="Account name" autoComplete="off" {...form.field('account_name')} />
    </Dialog>
  );
}
