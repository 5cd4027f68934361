import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { queryFor } from '#client/reads/queries.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { type ReconciledParty, reconciliationByRef } from '#contract/wallet/reconciliationCalls.ts';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { useUrlFields } from '#crud/form/useUrlFields.ts';
import { TextLink } from '#crud/Link.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, showLogged } from '#domain/money.ts';
import { withThousands } from '#domain/number.ts';
import { DISCOUNT_LABEL, type DiscountReason, METHOD_LABEL, type PaymentMethod } from '#domain/orderMeta.ts';
import { sentenceOf } from '#domain/text.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Fact } from '#ui/Fact.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { usePrinting } from '#ui/hooks/usePrinting.ts';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { momentText } from '#ui/when.ts';
import { NewDeposit } from '../wallet/parts/DepositDialog.tsx';
import { LogTag, LogValue, Owed } from '../wallet/parts/Owed.tsx';
import { LastOrders } from './parts/LastOrders.tsx';
import { RetailerLink } from './parts/RetailerLink.tsx';

/** Compares one order with the wallets it touched (RPT-10 to RPT-14). */
export function Screen() {
  const { ref = '' } = useSearchValues();
  const setSearch = useSetSearch();
  const [{ text }, setFields] = useUrlFields({ text: ref }, ref);
  const [isPressed, setIsPressed] = useState(false);
  const query = useQuery({ ...queryFor(reconciliationByRef, { ref }), enabled: ref !== '' });
  const refused = query.error instanceof CallError ? query.error : null;
  return (
    <ReportPage title="Order Reconciliation">
      <div className="no-print">
        <Card label="Search">
          <Form
            className="flex flex-wrap items-start gap-3"
            onSubmit={() => {
              const wanted = text.trim().toUpperCase();
              setIsPressed(wanted === '');
              if (wanted) void setSearch({ ref: wanted });
              else focusFirstWrong();
            }}
          >
            <div className="min-w-60 max-w-sm flex-1 max-sm:max-w-none">
              <TextField
                label="Order Ref"
                value={text}
                onChange={(next) => {
                  setFields({ text: next });
                  setIsPressed(false);
                }}
                placeholder="7K3M9Q2X"
                error={isPressed ? 'Order Ref field is required.' : undefined}
              />
            </div>
            {/* The button stands beside the field, below its label. */}
            <span className="pt-6.5">
              <Button type="submit" look="primary" icon="search" busy={query.isFetching} waits={text.trim() === ''}>
                Search
              </Button>
            </span>
          </Form>
        </Card>
      </div>
      <QueryCard
        query={query}
        instead={
          (ref === '' || refused?.code === 404) && (
            <>
              {/* The documents' sentence (RPT-13) is also shown before a search. The line below then says that nothing was searched. */}
              <EmptyState scene="find" title={refused?.message ?? 'No order found. Search by order ref.'}>
                {ref === '' && <p>You have not searched yet. Type a ref above.</p>}
              </EmptyState>
              <LastOrders />
            </>
          )
        }
      >
        {(answer) => (
          <div className="grid items-start gap-5 lg:grid-cols-[1fr_22rem]">
            <div className="flex min-w-0 flex-col gap-5">
              <Party
                title="Retailer"
                logs="Retailer Logs"
                party={answer.buyer}
                name={<RetailerLink _id={answer.buyer._id} name={answer.buyer.name} tab="balance" />}
              />
              {answer.sales_officer ? (
                <Party
                  title="Delivery Associate"
                  logs="DA Logs"
                  party={answer.sales_officer}
                  name={<OfficerLink {...answer.sales_officer} />}
                />
              ) : (
                <Card label="Delivery Associate">
                  <p className="text-ink-faint">This order has no Delivery Associate.</p>
                </Card>
              )}
            </div>
            {/* On paper the order comes before the wallets that it touched. */}
            <div className="print:order-first">
              <Panel group={answer.order_group} />
            </div>
          </div>
        )}
      </QueryCard>
    </ReportPage>
  );
}

/** An associate's name. It is a link to the wallet for people who may open it, like a retailer's name (ORD-04). */
function OfficerLink({ _id, name }: { _id: string; name: string }) {
  return useCan('view_sales_officers') ? <TextLink to={`/sales-officers/${_id}/balance`}>{name}</TextLink> : name;
}

/** A party with its wallet balance and logs. Rows of this order are highlighted. */
function Party({ title, logs, party, name }: { title: string; logs: string; party: ReconciledParty; name: ReactNode }) {
  const [turned, setPaging] = useState({ page: 1, per_page: 10 });
  const paging = usePrinting() === null ? turned : { page: 1, per_page: Math.max(1, party.logs.length) };
  return (
    <Card padded={false} label={title}>
      {/* On a phone a column is at least as wide as a number. */}
      <dl className="grid gap-x-6 gap-y-3 border-b px-5 py-4 sm:grid-cols-[repeat(4,minmax(min-content,1fr))]">
        {(
          [
            [title, name],
            ['Phone', <PhoneLink key="phone" phone={party.phone} inLine />],
            ...(party.address ? [['Address', party.address] as const] : []),
            [
              'Wallet balance',
              <span key="wallet">
                <Owed balance={party.wallet.shown_balance} logged />
                {party.wallet.head === 'sales_officer' && (
                  <span className="block text-sm text-ink-faint">with goods in hand</span>
                )}
              </span>,
            ],
          ] as const
        ).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-2">
        <h2 className="text-base font-semibold" title={`Wallet of ${party.name}, ${title.toLowerCase()}`}>
          {logs}
        </h2>
        <NewDeposit
          wallet={{
            ledgerId: party.wallet._id,
            head: party.wallet.head as 'buyer',
            owner: party._id,
            name: party.name,
          }}
        />
      </div>
      {party.logs_total > party.logs.length && (
        <p className="border-b px-5 py-3 text-sm text-ink-faint">
          The newest entries and all of this order. {withThousands(String(party.logs_total - party.logs.length))} older
          ones are in the balance history.
        </p>
      )}
      <PagedTable
        paging={paging}
        onTurn={setPaging}
        sizes={[]}
        label={logs}
        rows={party.logs}
        keyOf={(log) => log._id}
        toneOf={(log) => (log.own ? 'bg-accent-soft' : undefined)}
        columns={[
          { key: 'date', title: 'Date', grow: true, cell: (log) => momentText(log.created) },
          {
            key: 'tag',
            title: 'Tag',
            cell: (log) => (
              <>
                <LogTag tag={log.tag} />
                {log.own && <span className="text-sm text-ink-faint"> (this order)</span>}
              </>
            ),
          },
          {
            key: 'value',
            title: 'Value NGN',
            align: 'right',
            cell: (log) => <LogValue effect={log.effect} />,
          },
        ]}
        empty={
          <EmptyState scene="find" title={emptyTexts.logs}>
            <p>Nothing was posted to this wallet yet. Orders and deposits appear here.</p>
          </EmptyState>
        }
      />
    </Card>
  );
}

/** The figures of the order in the documents' order (RPT-12). */
function Panel({ group }: { group: OrderGroupRow }) {
  const charges = group.charges.filter((charge) => charge._id !== 'discount');
  const { amount, discount, cash, transfer, paid, outstanding } = group;
  // The logs beside it have two decimals (B6.3), so every amount of the screen has them.
  const show = showLogged;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      'Order Ref',
      <TextLink key="ref" to={`/order-groups/${group._id}`}>
        {group.ref}
      </TextLink>,
    ],
    ['Date', <Moment key="date" at={group.created} />],
    ['Amount', show(koboOf(amount))],
    [
      'Charges',
      charges.length === 0
        ? NO_VALUE
        : charges.map((charge) => `${charge.title} ${show(koboOf(charge.value))}`).join(', '),
    ],
    ['Discount', show(koboOf(discount))],
    ['Discount Reason', DISCOUNT_LABEL[group.discount_reason as DiscountReason] ?? (group.discount_reason || NO_VALUE)],
    ['Payment Method', group.payment_method ? METHOD_LABEL[group.payment_method as PaymentMethod] : NO_VALUE],
    ['Cash', show(koboOf(cash))],
    ['Transfer', show(koboOf(transfer))],
    ['Paid', show(koboOf(paid))],
    ['Outstanding', <Owed key="outstanding" balance={outstanding} bare logged />],
    ['Source', sentenceOf(group.source) || NO_VALUE],
  ];
  return (
    <Card label="Order">
      <dl className="flex flex-col divide-y">
        {rows.map(([name, value]) => (
          <div key={name} className="flex min-h-11 items-center justify-between gap-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
