import { useState } from 'react';
import { updateGroupTag } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import type { Conflicted } from '#crud/conflict/useRowSnapshot.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import {
  asksOfPayment,
  DELIVERED_OUTCOMES,
  deliveryOutcomeOf,
  isBilled,
  moveOf,
  type OrderTag,
  OUTCOME_LABEL,
  PAYMENT_OUTCOME_LABEL,
  PAYMENT_OUTCOMES,
  type PaymentOutcome,
  REASON_NOT_DELIVERED,
  tagsFrom,
} from '#domain/order.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { AwayLine } from '#ui/feedback/AwayLine.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { LongTextField, SelectField } from '#ui/fields/Field.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { kitTexts } from '#ui/texts.ts';
import { shortLines, useHubStock } from '../lines/hubStock.ts';
import type { OrderWithItems } from '../lines/OrderLines.tsx';
import { orderTexts } from '../texts.ts';
import { AsksForMore } from './AsksForMore.tsx';
import { movedText, wayBack } from './movedText.ts';

const DOES: Record<OrderTag, string> = {
  draft: 'Draft',
  pending: 'Complete Order',
  delivered: orderTexts.markDelivered,
  completed: 'Complete',
  cancelled: orderTexts.cancel,
  deleted: orderTexts.delete,
};

const NO_PRODUCTS: readonly string[] = [];

/**
 * Asks for confirmation before a tag changes, and says what the change does to money (F14, B5.3). It is not a form, because Enter in a field or list
 * must never bill anybody.
 */
export function TagDialog({
  group: live,
  to,
  onClose,
  onDone,
}: {
  group: OrderGroupRow;
  to: OrderTag;
  onClose: () => void;
  onDone?: () => void;
}) {
  // The dialog is about the order as it was when it opened, with its sums. Its tag and version are sent.
  const [opened, ask] = useState({ group: live, since: '' });
  // A cart bills nobody, and a figure of its last line may still be on its way when the dialog opens.
  const isNewer = live.tag === opened.group.tag && live.version > opened.group.version;
  const group = to === 'pending' && isNewer ? live : opened.group;
  const { since } = opened;
  const stock = useHubStock(group, to === 'pending' ? undefined : NO_PRODUCTS);
  const items = (group.orders ?? []).flatMap((order) => (order as OrderWithItems).items);
  const short = to === 'pending' ? shortLines(items, stock?.units) : [];
  // The last line that was short was removed here.
  const isEmptied = to === 'pending' && group.orders !== undefined && items.length === 0;
  const { busy, send: write, refused, retyped } = useCommand();
  const { profile } = useSession();
  const [reason, setReason] = useState('');
  const giveReason = (text: string) => {
    setReason(text);
    retyped('reason');
  };
  const [outcome, setOutcome] = useState<string>(() =>
    deliveryOutcomeOf(group.placed_at, Math.floor(Date.now() / 1_000)),
  );
  const [money, setMoney] = useState<PaymentOutcome | ''>('');
  const asksMoney = asksOfPayment(group.tag, to, koboOf(group.paid));
  const giveMoney = (answer: string) => {
    setMoney(answer as PaymentOutcome | '');
    retyped('payment_outcome');
  };
  const typed = moveOf(group.tag, to)?.reason === true;
  const restores = !isBilled(group.tag) && group.tag !== 'pending' && isBilled(to);
  const does = restores ? 'Restore' : to === 'deleted' && group.tag === 'draft' ? orderTexts.deleteCart : DOES[to];
  const submit = async () => {
    const answer = await write(
      updateGroupTag,
      {
        _id: group._id,
        base_version: group.version,
        old_tag: group.tag,
        new_tag: to,
        ...(to === 'delivered' ? { outcome } : {}),
        ...(reason ? { reason } : {}),
        ...(asksMoney ? { payment_outcome: money } : {}),
      },
      movedText(group, to, asksMoney ? money : ''),
      {
        conflict: ({ message, current }: Conflicted<OrderGroupRow>) => {
          // The order changed meanwhile. The dialog continues with the current order and the typed reason, unless the question no longer applies.
          if (current.tag === group.tag || (typed && moveOf(current.tag, to)?.reason))
            return ask({ group: current, since: message });
          toast('bad', message);
          onClose();
        },
      },
    );
    if (!answer) return;
    onClose();
    onDone?.();
  };
  const ends = to === 'cancelled' || to === 'deleted';
  const back = wayBack(group.tag, to, tagsFrom(to, profile).includes('cancelled'));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${does}: ${group.ref}`}
      description={
        restores ? orderTexts.bills(showNaira(group.total)) : `${group.buyer.name}, ${showNaira(group.total)}`
      }
      actions={
        <>
          <Button onClick={onClose}>{ends ? kitTexts.keep : 'Cancel'}</Button>
          <ServerButton
            look={ends ? 'danger' : short.length > 0 ? 'plain' : 'primary'}
            busy={busy}
            disabled={isEmptied || (typed && reason.trim().length < 3) || (asksMoney && money === '')}
            onClick={() => void submit()}
          >
            {does}
          </ServerButton>
        </>
      }
    >
      {since && (
        <Notice tone="wait" icon="swap" role="alert">
          {since}
        </Notice>
      )}
      {to === 'pending' && <AsksForMore group={group} stock={stock} short={short} />}
      {group.tag === 'pending' && to === 'completed' && <p className="text-ink-soft">{orderTexts.skipped}</p>}
      {isBilled(to) && !isBilled(group.tag) && !restores && (
        <Notice tone="info" icon="orders">
          {showNaira(group.total)} is charged to the retailer's wallet.
        </Notice>
      )}
      {to === 'delivered' && (
        <SelectField
          label="Delivery"
          value={outcome}
          onChange={setOutcome}
          options={DELIVERED_OUTCOMES.map((one) => ({ value: one, label: OUTCOME_LABEL[one] }))}
        />
      )}
      {asksMoney && (
        <SelectField
          label={orderTexts.received(showNaira(group.paid))}
          value={money}
          onChange={giveMoney}
          error={refused.payment_outcome}
          blank="Choose what happens to it"
          options={PAYMENT_OUTCOMES.map((one) => ({ value: one, label: PAYMENT_OUTCOME_LABEL[one] }))}
          required
        />
      )}
      {to === 'cancelled' && group.tag === 'pending' && (
        <SelectField
          label="Reason"
          value={reason}
          onChange={giveReason}
          error={refused.reason}
          blank="No reason given"
          options={Object.entries(REASON_NOT_DELIVERED).map(([value, label]) => ({ value, label }))}
        />
      )}
      {typed && (
        <>
          <LongTextField label="Reason" value={reason} onChange={giveReason} error={refused.reason} rows={2} required />
          {Number(group.paid) > 0 && (
            <Notice tone="wait" icon="alert">
              {showNaira(group.paid)} was received and stays the retailer's credit. Set the payment to 0 if it was
              handed back.
            </Notice>
          )}
        </>
      )}
      {back && <p className="text-sm text-ink-soft">{back}</p>}
      <AwayLine />
    </Dialog>
  );
}
