import { type ReactNode, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { updateGroupAmount, updateGroupDeliveryFee, updateGroupSubtotal } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { ceilToNaira, formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { Owed } from '../../../wallet/parts/Owed.tsx';
import { Figure } from '../Figure.tsx';
import { orderTexts } from '../texts.ts';
import { InvoiceDue, otherText } from './InvoiceDue.tsx';
import { owes } from './paymentValues.ts';

const SUCCESS = orderTexts.updated;

type Line = readonly [name: string, value: ReactNode];

/** All figures of an order in the order of their arithmetic (ORD-13, ORD-14, A8). */
function useLines(group: OrderGroupRow): readonly Line[] {
  const { busy, send: write, refused, retyped } = useCommand();
  const figure = (field: 'subtotal' | 'delivery_fee' | 'amount') => ({
    row: group,
    busy,
    refused: refused[field],
    onRetyped: () => retyped(field),
  });
  const _id = group._id;
  const balance = koboOf(group.buyer.ledgers.wallet.balance);
  return [
    [
      SUBTOTAL,
      <Figure
        key="subtotal"
        call={updateGroupSubtotal}
        label="Subtotal"
        {...figure('subtotal')}
        of={(one) => one.subtotal}
        notZero
        onSave={async (subtotal, base_version, tell) =>
          (await write(updateGroupSubtotal, { _id, base_version, subtotal }, SUCCESS, { conflict: tell })) !== null
        }
      />,
    ],
    [
      FEE,
      <Figure
        key="fee"
        call={updateGroupDeliveryFee}
        label="Delivery fee"
        {...figure('delivery_fee')}
        of={(one) => one.delivery_fee}
        onSave={async (delivery_fee, base_version, tell) =>
          (await write(updateGroupDeliveryFee, { _id, base_version, delivery_fee }, SUCCESS, { conflict: tell })) !==
          null
        }
      />,
    ],
    ...group.charges
      .filter((charge) => charge._id !== 'delivery_fee')
      .map((charge) => [charge.title, <span key={charge._id}>{showNaira(charge.value)}</span>] as const),
    [
      TOTAL,
      <strong key="total" className="figures text-lg">
        {showNaira(group.total)}
      </strong>,
    ],
    [
      group.total === group.amount ? 'Amount' : OTHER_AMOUNT,
      <Figure
        key="amount"
        call={updateGroupAmount}
        label="Amount"
        {...figure('amount')}
        of={(one) => one.amount}
        onSave={async (amount, base_version, tell) =>
          (await write(updateGroupAmount, { _id, base_version, amount }, SUCCESS, { conflict: tell })) !== null
        }
      />,
    ],
    [PAID, showNaira(group.paid)],
    ['Outstanding', <Owed key="outstanding" balance={group.outstanding} bare />],
    ['Retailer outstanding', <Owed key="retailer" balance={formatMoney(0 - balance)} />],
    [
      DUE,
      <strong key="due">
        <InvoiceDue
          group={group}
          // What a paid order shows is the debt of other orders (decision 1351).
          className={classes('text-lg', owes(group) && 'text-bad')}
        />
      </strong>,
    ],
  ];
}

const SUBTOTAL = 'Subtotal';
const FEE = 'Delivery fee';
const OTHER_AMOUNT = 'Amount *';
const TOTAL = 'Total';
const PAID = 'Paid';
const DUE = 'Invoice due';
/** The figures that are always visible. */
const FIRST: readonly string[] = [TOTAL, PAID, DUE];

/** The totals of a cart (decision 1501). The bar below shows the total, so the card shows only what differs from it. "Details" opens the other figures. */
export function Totals({ group }: { group: OrderGroupRow }) {
  const lines = useLines(group);
  const differing = differingNames(group);
  const other = otherText(group);
  return (
    <Card label="Totals" padded={false}>
      {differing.length > 0 && (
        <div className="px-5 pt-2">
          <Lines lines={lines.filter(([name]) => differing.includes(name))} />
          {other !== '' && <p className="figures pb-2 text-right text-sm text-ink-soft">{other}</p>}
          <Differs group={group} />
        </div>
      )}
      <Details lines={lines.filter(([name]) => !differing.includes(name))} isFirst={differing.length === 0} />
    </Card>
  );
}

/** The figures of a cart that say something else than its total: those that make it, then the total, then what is due. A debt is said below what is due. */
export function differingNames(group: OrderGroupRow): readonly string[] {
  const { subtotal, delivery_fee, charges, total, amount, paid, amount_due } = group;
  const isZero = (naira: string) => koboOf(naira) === 0;
  const names = [
    ...(subtotal === total ? [] : [SUBTOTAL]),
    ...(isZero(delivery_fee) ? [] : [FEE]),
    ...charges.filter(({ _id, value }) => _id !== 'delivery_fee' && !isZero(value)).map(({ title }) => title),
    ...(amount === total ? [] : [OTHER_AMOUNT]),
    ...(isZero(paid) ? [] : [PAID]),
  ];
  // What is due is rounded up to whole naira.
  const due = koboOf(amount_due) === ceilToNaira(koboOf(total)) ? [] : [DUE];
  return names.length === 0 ? due : [...names, TOTAL, ...due];
}

/** The totals of an order (decision 0251). Total, paid and invoice due come first, with a bar of the paid share. "Details" opens the other figures. */
export function FoldedTotals({ group }: { group: OrderGroupRow }) {
  const lines = useLines(group);
  const [total, paid] = [koboOf(group.total), koboOf(group.paid)];
  const other = otherText(group);
  const share = total > 0 ? Math.min(1, paid / total) : 0;
  return (
    <section aria-label="Totals">
      <dl className="grid grid-cols-1 gap-px bg-line sm:grid-cols-3">
        {FIRST.map((name) => (
          <div
            key={name}
            className="flex flex-wrap items-baseline justify-between gap-x-3 bg-surface px-5 py-3 sm:flex-col sm:gap-0 sm:pt-2 sm:pb-1.5 compact:lg:flex-row compact:lg:justify-start compact:lg:gap-x-3 compact:lg:py-1.5"
          >
            <dt className="text-[0.8125rem] leading-4 text-ink-soft">{name}</dt>
            <dd className="figures min-w-0 whitespace-nowrap text-xl leading-7 font-semibold [&_*]:text-[1em] [&_*]:leading-[inherit]">
              {lines.find(([title]) => title === name)?.[1]}
            </dd>
            {name === DUE && other !== '' && (
              <dd className="basis-full text-right text-xs leading-4 text-ink-soft sm:basis-auto sm:text-left compact:lg:basis-full">
                {other}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <div className="px-5 pb-2">
        <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
          <div className="h-full rounded-full bg-good" style={{ width: `${share * 100}%` }} />
        </div>
        <Differs group={group} />
      </div>
      <Details beside lines={lines.filter(([name]) => !FIRST.includes(name))} />
    </section>
  );
}

/** The figures that are opened by a press. The device remembers that they are open. `isFirst`: nothing stands above them. */
function Details({
  lines,
  beside = false,
  isFirst = false,
}: {
  lines: readonly Line[];
  beside?: boolean;
  isFirst?: boolean;
}) {
  const [open, setOpen] = useState(() => readLocal('totals', { open: false }).open);
  return (
    <details
      open={open}
      className={classes(!isFirst && 'border-t')}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        writeLocal('totals', { open: currentTarget.open });
      }}
    >
      <summary className="flex min-h-tap cursor-pointer items-center gap-2 px-5 text-ink-soft marker:content-none">
        <Icon name={open ? 'down' : 'next'} size={16} />
        <span className="font-semibold text-ink">Details</span>
        <span className="truncate text-sm text-ink-faint">subtotal, fee, amount, outstanding</span>
      </summary>
      <div className="px-5 pb-3">
        <Lines beside={beside} lines={lines} />
      </div>
    </details>
  );
}

/** Names with their figures. `beside`: the lines use the three columns of the figures above, so that each figure is near its name. */
function Lines({ lines, beside = false }: { lines: readonly Line[]; beside?: boolean }) {
  return (
    <dl className={beside ? 'grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3 [&>div]:border-t' : 'flex flex-col divide-y'}>
      {lines.map(([name, value]) => (
        <div
          key={name}
          className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-1 compact:text-sm"
        >
          <dt className="text-ink-soft">{name}</dt>
          <dd className="ml-auto text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Differs({ group: { total, amount } }: { group: OrderGroupRow }) {
  if (total === amount) return null;
  return <p className="mt-2 text-sm text-wait">* The total is {showNaira(total)}, the stored amount differs.</p>;
}
