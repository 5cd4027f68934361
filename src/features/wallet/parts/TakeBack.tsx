import { useState } from 'react';
import { takeBackDeposit } from '#contract/wallet/depositCalls.ts';
import type { LedgerLog } from '#contract/wallet/walletCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useForm } from '#crud/form/useForm.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { LongTextField } from '#ui/fields/Field.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { ServerItem } from '#ui/ServerButton.tsx';
import { momentText } from '#ui/when.ts';

/** A deposit without an order. A deposit that an order posted is changed through the order. */
const isDeposit = ({ ref_type, taken_back = false }: LedgerLog) => ref_type === null && !taken_back;

/** "Take back", which undoes a deposit that was recorded by mistake. For people who may record deposits. */
export function TakeBack({ log, name }: { log: LedgerLog; name: string }) {
  const [open, setOpen] = useState(false);
  if (!isDeposit(log)) return null;
  return (
    <>
      <RowMenu of={`${log.tag} ${momentText(log.created)}`}>
        <ServerItem className="text-bad" onClick={() => setOpen(true)}>
          Take back
        </ServerItem>
      </RowMenu>
      {open && <TakeBackDialog log={log} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

const BLANK = { reason: '' };
const input = { reason: takeBackDeposit.input.reason };
const check = () => ({});

function TakeBackDialog({ log, name, onClose }: { log: LedgerLog; name: string; onClose: () => void }) {
  const form = useForm(input, BLANK, check);
  const { busy, send: write } = useCommand();
  const sum = showNaira(Math.abs(koboOf(log.value)));
  const isOut = koboOf(log.value) > 0;
  const save = async () => {
    const body = { _id: log._id, reason: form.values.reason ?? '' };
    const success = isOut
      ? `Deposit taken back.\n${sum} taken out: ${name}.`
      : `Deposit taken back.\n${sum} put back: ${name}.`;
    if ((await write(takeBackDeposit, body, success, { fields: form.refuse })) !== null) onClose();
  };
  return (
    <DialogForm
      onClose={onClose}
      title={`Take back ${sum}`}
      description={`${name}, ${momentText(log.created)}: ${log.description}`}
      save={`Take back ${sum}`}
      look="danger"
      ready={form.changed && form.valid}
      busy={busy}
      onSave={save}
    >
      <p>
        {isOut
          ? `The deposit stays in the log. A second entry takes ${sum} out of the wallet, with the reason.`
          : `The deposit stays in the log. A second entry puts ${sum} back into the wallet, with the reason.`}
      </p>
      <LongTextField label="Reason" rows={2} {...form.field('reason')} />
    </DialogForm>
  );
}
