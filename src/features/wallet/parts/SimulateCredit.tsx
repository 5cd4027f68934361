import { useState } from 'react';
import { readLocal } from '#client/keptLocally.ts';
import { simulateCredit } from '#contract/wallet/walletCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useForm } from '#crud/form/useForm.ts';
import { useCan } from '#crud/query/useSession.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { MoneyField } from '#ui/fields/MoneyField.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';

/**
 * Simulates a credit on a simulated account, like a report of its bank (B9.3, API.md 4.17). Only administrators see it, and never in production. The
 * server enforces the same.
 */
export function SimulateCredit({ accountNumber }: { accountNumber: string }) {
  const [open, setOpen] = useState(false);
  const mayTry = useCan('update_config');
  const { environment } = readLocal('health', { environment: '' });
  if (!mayTry || environment === '' || environment === 'production') return null;
  return (
    <>
      <ServerButton icon="download" onClick={() => setOpen(true)}>
        Simulate credit
      </ServerButton>
      {open && <CreditDialog accountNumber={accountNumber} onClose={() => setOpen(false)} />}
    </>
  );
}

const BLANK = { value: '' };
const FIELDS = { value: simulateCredit.input.value };

function CreditDialog({ accountNumber, onClose }: { accountNumber: string; onClose: () => void }) {
  const form = useForm(FIELDS, BLANK);
  const { busy, send: write } = useCommand();
  const submit = async () => {
    const { value = '' } = form.values;
    const body = { account_number: accountNumber, value };
    const answer = await write(simulateCredit, body, 'Credit simulated.', { fields: form.refuse });
    if (answer !== null) onClose();
  };
  return (
    <DialogForm
      onClose={onClose}
      title="Simulate credit"
      description={`As if a transfer had arrived on ${accountNumber}.`}
      save="Simulate credit"
      ready={form.changed && form.valid}
      busy={busy}
      onSave={submit}
    >
      <MoneyField label="Value (NGN)" {...form.field('value')} />
    </DialogForm>
  );
}
