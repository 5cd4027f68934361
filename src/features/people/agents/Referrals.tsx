import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type AgentReferral, createPhone, creditReferral, referralsOfAgent } from '#contract/people/agentCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { TextLink } from '#crud/Link.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { isPhone, normalizePhone, PHONE_MESSAGE } from '#domain/phone.ts';
import { Card } from '#ui/Card.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { Counted } from '#ui/tables/Counted.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { dayText } from '#ui/when.ts';

/** The phone numbers that an agent referred (AGT-07, AGT-17). A referral is credited once its retailer has a completed order (B9.11). */
export function Referrals({ agentId }: { agentId: string }) {
  const query = useQuery(queryFor(referralsOfAgent, { agent_id: agentId }));
  const [phone, setPhone] = useState('');
  /** Add was pressed without a whole number: the field says what is missing. */
  const [isPressed, setIsPressed] = useState(false);
  const { busy, send: write, refused, retyped } = useCommand();
  const wrong = phone !== '' && !isPhone(normalizePhone(phone));
  const add = async () => {
    const body = { phone, referral: agentId, status: 'unverified' };
    if (await write(createPhone, body, 'Referral added.')) setPhone((now) => (now === phone ? '' : now));
  };
  const columns: Column<AgentReferral>[] = [
    { key: 'phone', title: 'Phone', cell: (row) => <PhoneLink phone={row.phone} /> },
    {
      key: 'retailer',
      title: 'Retailer',
      grow: true,
      cell: (row) =>
        row.referral ? <TextLink to={`/buyers/${row.referral._id}/balance`}>{row.referral.name}</TextLink> : NO_VALUE,
    },
    { key: 'date', title: 'Referred', cell: (row) => dayText(row.created) },
    {
      key: 'status',
      title: 'Status',
      cell: (row) =>
        row.status === 'verified' ? <Badge tone="good">Verified</Badge> : <Badge tone="wait">Unverified</Badge>,
    },
    {
      key: 'credit',
      title: 'Credit',
      cell: (row) =>
        row.status === 'unverified' && row.referral ? (
          <ServerButton
            busy={busy}
            onClick={() => void write(creditReferral, { buyer_phone: row.phone }, 'Referral verified.')}
          >
            Credit
          </ServerButton>
        ) : null,
    },
  ];
  return (
    <Card padded={false} label="Referrals">
      <div className="border-b px-5 py-3">
        <h2 className="text-base font-semibold">
          <Counted title="Referrals" count={query.data?.data.length} />
        </h2>
        {/* The form stands under the heading and is as wide as the table. Beside the heading it would push the heading to the middle of the head. */}
        <Form
          className="mt-2 flex items-start gap-2 *:first:min-w-0 *:first:flex-1"
          onSubmit={() => {
            if (phone !== '' && !wrong) void add();
            else setIsPressed(true);
          }}
        >
          <TextField
            label="Referred phone"
            type="tel"
            inputMode="tel"
            value={phone}
            onChange={(text) => {
              setPhone(text);
              setIsPressed(false);
              retyped('phone');
            }}
            error={refused.phone ?? ((wrong && phone.length >= 10) || isPressed ? PHONE_MESSAGE : undefined)}
          />
          {/* Beside the field, below its label. */}
          <span className="pt-7">
            <ServerButton type="submit" icon="plus" waits={phone === '' || wrong} busy={busy}>
              Add
            </ServerButton>
          </span>
        </Form>
      </div>
      <QueryBoundary
        query={query}
        rows={2}
        empty={
          <EmptyState title="No referrals yet">
            <p>Add the phone of a retailer whom the agent brings, above.</p>
          </EmptyState>
        }
      >
        {(rows) => <Table label="Referrals" columns={columns} rows={rows} keyOf={(row) => row._id} />}
      </QueryBoundary>
    </Card>
  );
}
