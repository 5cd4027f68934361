import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { allQuery } from '#client/reads/queries.ts';
import { updateGroupOfficer } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { ConflictDialog } from '#crud/conflict/ConflictDialog.tsx';
import { useRowSnapshot } from '#crud/conflict/useRowSnapshot.tsx';
import { differencesIn } from '#crud/form/formValues.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { formatMoney, koboOf } from '#domain/money.ts';
import { type DeliveryOutcome, OUTCOME_LABEL } from '#domain/order.ts';
import { containsWords, sentenceOf } from '#domain/text.ts';
import { Card } from '#ui/Card.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Fact } from '#ui/Fact.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { ServerButton, ServerIcon } from '#ui/ServerButton.tsx';
import { Owed } from '../../wallet/parts/Owed.tsx';
import { lacksOfficer, NoOfficer } from '../parts/NoOfficer.tsx';
import { RetailerLink } from '../parts/RetailerLink.tsx';
import { orderTexts } from '../parts/texts.ts';

/** The facts of an order: retailer, balance, location, hub and delivery associate. */
export function Head({ group }: { group: OrderGroupRow }) {
  const mayEdit = useMayAsk(updateGroupOfficer);
  const [open, setOpen] = useState(false);
  const lacks = lacksOfficer(group);
  const { phone, ledgers } = group.buyer;
  const balance = ledgers.wallet.balance;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'Retailer',
      <span key="retailer" className="flex flex-wrap items-center gap-x-2">
        <RetailerLink _id={group.buyer_id} name={group.buyer.name} tab="orders" />
        {group.buyer_is_new && <span className="text-sm font-semibold text-accent">New</span>}
        <span className="w-full text-sm font-normal pointer-coarse:mt-8">
          <PhoneLink phone={phone} />
        </span>
      </span>,
    ],
    ...(balance && koboOf(balance) !== 0
      ? ([['Balance', <Owed key="owed" balance={formatMoney(0 - koboOf(balance))} />]] as const)
      : []),
    ['Location', group.buyer.location?.name ?? NO_VALUE],
    ['Hub', group.seller?.name ?? NO_VALUE],
    [
      'Delivery Associate',
      <span
        key="officer"
        className={lacks ? 'flex flex-wrap items-center gap-2' : 'flex flex-wrap items-center gap-x-1'}
      >
        {group.sales_officer_name || (lacks ? <NoOfficer /> : NO_VALUE)}
        {mayEdit && lacks && <ServerButton onClick={() => setOpen(true)}>Choose who delivers</ServerButton>}
        {mayEdit && !lacks && (
          <span className="-my-3">
            <ServerIcon icon="edit" label="Change delivery associate" onClick={() => setOpen(true)} />
          </span>
        )}
        {group.sales_officer?.phone && (
          <span className="w-full text-sm font-normal">
            <PhoneLink phone={group.sales_officer.phone} />
          </span>
        )}
      </span>,
    ],
    ...(group.delivery_outcome
      ? ([['Delivery', OUTCOME_LABEL[group.delivery_outcome as DeliveryOutcome]]] as const)
      : []),
    ['Source', sentenceOf(group.source) || NO_VALUE],
  ];
  return (
    <Card label="Details">
      {/* A narrow card has one column, so that a long name fits. A wide card has two or three columns. A link is at least 24 px high, because two links below one another are two targets. */}
      <div className="@container">
        <dl className="grid gap-x-4 gap-y-2.5 [&_a]:min-h-6 @md:grid-cols-2 @2xl:grid-cols-3">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      </div>
      {open && <OfficerDialog group={group} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** Changes or removes the delivery associate (ORD-39). On a billed order the wallet postings move too (B5.3). */
function OfficerDialog({ group: live, onClose }: { group: OrderGroupRow; onClose: () => void }) {
  const { row: group, conflict, setConflict } = useRowSnapshot(live);
  const [chosen, setChosen] = useState(group.sales_officer_id ?? '');
  const { busy, send: write } = useCommand();
  const officers = useQuery(allQuery(salesOfficer));
  const options = (officers.data?.data ?? [])
    .filter((row) => row.status === 'active' && row.role === 'sales_officer.rep')
    .map((row) => ({ value: row._id, label: row.name, note: row.seller.name }));
  const save = async (id: string, version = group.version) => {
    setChosen(id);
    const body = { _id: group._id, base_version: version, sales_officer_id: id };
    if (await write(updateGroupOfficer, body, orderTexts.updated, { conflict: setConflict })) onClose();
  };
  const nameOf = (id: string) => officers.data?.data.find((row) => row._id === id)?.name ?? id;
  return (
    <DialogForm
      onClose={onClose}
      title="Delivery Associate"
      description={`${group.ref}, ${group.buyer.name}`}
      besides={
        group.sales_officer_id && (
          <ServerButton busy={busy} onClick={() => void save('')}>
            Remove
          </ServerButton>
        )
      }
      save="Save"
      ready={chosen !== '' && chosen !== group.sales_officer_id}
      busy={busy}
      onSave={() => save(chosen)}
    >
      <Picker
        label="Delivery Associate"
        options={options}
        value={chosen}
        onChange={setChosen}
        matches={(option, words) => containsWords(`${option.label} ${option.note ?? ''}`, words)}
        placeholder="Search by name or hub"
        {...choiceState(officers)}
      />
      <div className="h-56" aria-hidden="true" />
      {conflict && (
        <ConflictDialog
          message={conflict.message}
          theirs={conflict.current}
          differences={differencesIn(
            ([id, name]: readonly [string, string]) => [['Delivery Associate', id && name]],
            [chosen, nameOf(chosen)],
            [group.sales_officer_id ?? '', group.sales_officer_name],
            [conflict.current.sales_officer_id ?? '', conflict.current.sales_officer_name],
          )}
          busy={busy}
          onMine={() => {
            setConflict(null);
            void save(chosen, conflict.current.version);
          }}
          onTheirs={onClose}
          onClose={() => setConflict(null)}
        />
      )}
    </DialogForm>
  );
}
