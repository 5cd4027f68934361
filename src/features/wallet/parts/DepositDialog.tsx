import { useState } from 'react';
import { deposit, depositTo } from '#contract/wallet/depositCalls.ts';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useRowSnapshot } from '#crud/conflict/useRowSnapshot.tsx';
import type { Values } from '#crud/form/formValues.ts';
import { useForm } from '#crud/form/useForm.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { DEPOSIT_TAGS } from '#domain/choices.ts';
import { depositErrors } from '#domain/deposit.ts';
import { parseMoney, showNaira, typedKobo } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { LongTextField, SelectField } from '#ui/fields/Field.tsx';
import { MoneyField } from '#ui/fields/MoneyField.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { depositFact, expectedText, handedIn, type Payer } from './cashExpected.ts';
import { type NotPaid, OrdersNotPaid, useOrdersNotPaid } from './OrdersNotPaid.tsx';

/** The cash that an associate must hand in, or that a retailer owes outside orders. */
export interface CashExpected {
  payer: Payer;
  /** The cash in kobo. Null until it is loaded. */
  cash: number | null;
  /** Opens the form at once with this cash (kobo), if it is above 0. Null: the form opens only by its button. */
  handsIn: number | null;
  /** Called when a form that opened at once was closed. */
  onClosed: () => void;
}

interface Wallet {
  /** '' until the wallet has its first posting (B6.1). */
  ledgerId: string;
  head: WalletHead;
  owner: string;
  name: string;
}

/** "New Deposit" beside the log of a wallet (LED-04, LED-05), for people with the permission (B6.6). */
export function NewDeposit({ wallet, expects }: { wallet: Wallet; expects?: CashExpected | undefined }) {
  const [open, setOpen] = useState(false);
  // Read before the form is opened, so that nothing moves in it.
  const notPaid = useOrdersNotPaid(wallet.head === 'buyer' ? wallet.owner : null);
  const cash = expects?.cash ?? null;
  const handsIn = expects?.handsIn ?? 0;
  return (
    <Gate needs={['create_deposit']}>
      <ServerButton icon="plus" onClick={() => setOpen(true)}>
        New Deposit
      </ServerButton>
      {open && (
        <DepositDialog
          wallet={wallet}
          cash={cash}
          payer={expects?.payer}
          notPaid={notPaid}
          onClose={() => setOpen(false)}
        />
      )}
      {expects && handsIn > 0 && (
        <DepositDialog wallet={wallet} cash={handsIn} payer={expects.payer} isHandingIn onClose={expects.onClosed} />
      )}
    </Gate>
  );
}

const TAG_LABEL: Record<(typeof DEPOSIT_TAGS)[number], string> = {
  cash: 'Cash',
  transfer: 'Transfer',
  order: 'Order',
  signup: 'Signup',
};
const BLANK = { tag: 'cash', value: '', description: '' };

function check(values: Values): Record<string, string> {
  const value = parseMoney(values.value ?? '');
  return value === null ? {} : depositErrors({ value, description: values.description ?? '' });
}

/**
 * The deposit dialog. Submit is disabled until the form is changed and valid (LED-06). A correction must be confirmed in a second step (B6.5, K11).
 */
function DepositDialog({
  wallet: live,
  cash: toHandIn,
  payer = 'associate',
  isHandingIn = false,
  notPaid = null,
  onClose,
}: {
  wallet: Wallet;
  cash: number | null;
  payer?: Payer | undefined;
  isHandingIn?: boolean;
  notPaid?: NotPaid | null;
  onClose: () => void;
}) {
  // The wallet is kept as it was. After a first deposit with a lost response the wallet exists, but a retry must be the same call with the same key.
  const { row: wallet } = useRowSnapshot(live);
  // The expected cash when the dialog opened. A deposit lowers the page's figure while the dialog is still closing.
  const [cash] = useState(toHandIn);
  const begun = isHandingIn && cash !== null ? handedIn(cash, wallet.name, payer) : {};
  const form = useForm(deposit.input, BLANK, check, begun);
  const { busy, send: write } = useCommand();
  const value = typedKobo(form.values.value ?? '');
  const [asking, setAsking] = useState(false);
  const post = async () => {
    const { tag = '', value: naira = '', description = '' } = form.values;
    const body = { tag, value: naira, description };
    const success = `Deposit successful.\n${depositFact(value, wallet.name)}`;
    const on = { fields: form.refuse };
    const answer = wallet.ledgerId
      ? await write(deposit, { ...body, ledger_id: wallet.ledgerId }, success, on)
      : await write(depositTo, { ...body, head: wallet.head, subhead: 'wallet', owner: wallet.owner }, success, on);
    // A refusal is shown at its field. The field belongs to the first step.
    if (answer === null) setAsking(false);
    else onClose();
  };
  const submit = () => (value < 0 ? setAsking(true) : post());
  return (
    <DialogForm
      onClose={onClose}
      title="New Deposit"
      description={wallet.name}
      save="Submit"
      look={value < 0 ? 'danger' : 'primary'}
      ready={form.changed && form.valid}
      onMissing={form.showAll}
      busy={busy}
      onSave={submit}
    >
      <SelectField
        label="Tag"
        {...form.field('tag')}
        options={DEPOSIT_TAGS.map((tag) => ({ value: tag, label: TAG_LABEL[tag] }))}
      />
      <MoneyField
        label="Value (NGN)"
        first={isHandingIn}
        {...form.field('value')}
        hint={cash !== null && cash > 0 && <Expected cash={cash} typed={form.values.value ?? ''} payer={payer} />}
      />
      <LongTextField label="Description" rows={2} {...form.field('description')} />
      {notPaid && value >= 0 && <OrdersNotPaid of={notPaid} buyer={{ _id: wallet.owner, name: wallet.name }} />}
      {value < 0 && (
        <Notice tone="bad" icon="alert" role="alert">
          A value below 0 takes money out of the wallet.
        </Notice>
      )}
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={`Take money out: ${wallet.name}`}
          description={`This takes ${showNaira(0 - value)} out of the wallet. Continue?`}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Back</Button>
              <ServerButton look="danger" busy={busy} onClick={() => void post()}>
                Take {showNaira(0 - value)} out
              </ServerButton>
            </>
          }
        />
      )}
    </DialogForm>
  );
}

/** The expected cash, in amber if the typed value differs. `cash` in kobo. */
function Expected({ cash, typed, payer }: { cash: number; typed: string; payer: Payer }) {
  const value = parseMoney(typed);
  return (
    <span className={value !== null && value !== cash ? 'font-medium text-wait' : ''}>
      {expectedText(cash, typed, payer)}
    </span>
  );
}
