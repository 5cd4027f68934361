import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { type DeliveryOutcome, OUTCOME_LABEL } from '#domain/order.ts';
import { containsWords } from '#domain/text.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { TagBadge } from '../parts/payment/TagBadge.tsx';
import { RetailerLink } from '../parts/RetailerLink.tsx';
import { orderTexts } from '../parts/texts.ts';

/** The retailer, the places and the delivery associate of an order group. */
export function Head({ group }: { group: OrderGroupRow }) {
  const mayEdit = useMayAsk(updateGroupOfficer);
  const [open, setOpen] = useState(false);
  const facts = [
    [
      'Status',
      <span key="tag" className="flex flex-wrap items-center gap-2">
        <TagBadge tag={group.tag} />
        {group.delivery_outcome && (
          <span className="text-sm text-ink-faint">{OUTCOME_LABEL[group.delivery_outcome as DeliveryOutcome]}</span>
        )}
      </span>,
    ],
    [
      'Retailer',
      <span key="retailer" className="flex flex-wrap items-center gap-x-2">
        <RetailerLink _id={group.buyer_id} name={group.buyer.name} tab="orders" />
        {group.buyer_is_new && <Badge tone="accent">New</Badge>}
        <span className="w-full text-sm font-normal text-ink-faint">{group.buyer.phone}</span>
      </span>,
    ],
    ['Location', group.buyer.location?.name ?? '-'],
    ['Hub', group.seller?.name ?? '-'],
    [
      'Delivery Associate',
      <span key="officer" className="flex items-center gap-1">
        {group.sales_officer_name || '-'}
        {mayEdit && (
          <span className="-my-3">
            <IconButton icon="edit" label="Change delivery associate" onClick={() => setOpen(true)} />
          </span>
        )}
      </span>,
    ],
    ['Source', group.source || '-'],
  ] as const;
  return (
    <Card label="Details">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-[auto_1.5fr_1fr_1.2fr_1.4fr_auto]">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-ink-faint">{name}</dt>
            {/* All values are on one line: a link keeps its touch area but is no higher than text here. */}
            <dd className="mt-0.5 font-semibold [overflow-wrap:anywhere] [&_a]:min-h-0">{value}</dd>
          </div>
        ))}
      </dl>
      {open && <OfficerDialog group={group} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** Changes or removes the delivery associate (ORD-39). On a billed order, the associate's wallet postings move to the new one (B5.3). */
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
          <Button busy={busy} onClick={() => void save('')}>
            Take off
          </Button>
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
