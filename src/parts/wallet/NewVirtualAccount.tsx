import { useRef, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { everythingIsStale } from '#client/queries.ts';
import { ask } from '#client/transport.ts';
import { createVirtualAccount, virtualAccountFields, type WalletHead } from '#contract/wallet/walletCalls.ts';
import { useForm } from '#crud/useForm.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/Field.tsx';
import { toast } from '#ui/toasts.ts';

/** LED-11, LED-12, LED-14. Instead of reloading the page its data are read again (F17): nothing typed elsewhere is lost. */
export function NewVirtualAccount({ head, owner, onClose }: { head: WalletHead; owner: string; onClose: () => void }) {
  const form = useForm(virtualAccountFields, { first_name: '', last_name: '', bvn: '' });
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const create = async () => {
    if (!form.valid) return form.showAll();
    setBusy(true);
    try {
      const { first_name = '', last_name = '', bvn = '' } = form.values;
      await ask(
        createVirtualAccount,
        { parent_type: head, parent_id: owner, first_name, last_name, bvn },
        { key: key.current },
      );
      toast('good', 'Virtual account created successfully.');
      await everythingIsStale();
      onClose();
    } catch (error) {
      if (error instanceof CallError) {
        key.current = crypto.randomUUID();
        if (error.code === 422) form.showAll(error.fields);
      }
      toast('bad', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create virtual account"
      description="The bank opens it in this name. The BVN is not kept."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} disabled={!form.changed || !form.valid} onClick={() => void create()}>
            Submit
          </Button>
        </>
      }
    >
      <TextField label="First name" autoComplete="off" {...form.field('first_name')} />
      <TextField label="Last name" autoComplete="off" {...form.field('last_name')} />
      <TextField label="BVN" inputMode="numeric" autoComplete="off" {...form.field('bvn')} />
    </Dialog>
  );
}
