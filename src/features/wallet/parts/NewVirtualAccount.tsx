import { createVirtualAccount, virtualAccountFields, type WalletHead } from '#contract/wallet/walletCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useForm } from '#crud/form/useForm.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { TextField } from '#ui/fields/Field.tsx';

/**
 * The form for a virtual account (LED-11, LED-12, LED-14). Afterwards the data is read again instead of reloading the page, so that nothing typed
 * elsewhere is lost (F17).
 */
export function NewVirtualAccount({ head, owner, onClose }: { head: WalletHead; owner: string; onClose: () => void }) {
  const form = useForm(virtualAccountFields, { first_name: '', last_name: '', bvn: '' });
  const { busy, send: write } = useCommand();
  const create = async () => {
    const { first_name = '', last_name = '', bvn = '' } = form.values;
    const body = { parent_type: head, parent_id: owner, first_name, last_name, bvn };
    const success = 'Virtual account created successfully.';
    if (await write(createVirtualAccount, body, success, { fields: form.refuse })) onClose();
  };
  return (
    <DialogForm
      onClose={onClose}
      title="Create virtual account"
      description="The bank opens it in this name. The BVN is not kept."
      save="Submit"
      ready={form.changed && form.valid}
      busy={busy}
      onSave={create}
    >
      <TextField label="First name" autoComplete="off" {...form.field('first_name')} />
      <TextField label="Last name" autoComplete="off" {...form.field('last_name')} />
      <TextField label="BVN" inputMode="numeric" autoComplete="off" {...form.field('bvn')} />
    </DialogForm>
  );
}
