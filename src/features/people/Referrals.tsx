import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '#client/callError.ts';
import { everythingIsStale, reading } from '#client/queries.ts';
import { ask } from '#client/transport.ts';
import { type AgentReferral, createPhone, creditReferral, referralsOfAgent } from '#contract/people/agentCalls.ts';
import { AnswerHere } from '#crud/Answer.tsx';
import { TextLink } from '#crud/Go.tsx';
import { isPhone, normalizePhone, PHONE_MESSAGE } from '#domain/phone.ts';
import { showDate } from '#domain/time.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Counted } from '#ui/Counted.tsx';
import { TextField } from '#ui/Field.tsx';
import { EmptyState } from '#ui/States.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { toast } from '#ui/toasts.ts';

/** AGT-07, AGT-17: the numbers an agent brought; a number is credited once its retailer has a completed order (B9.11). */
export function Referrals({ agentId }: { agentId: string }) {
  const query = useQuery(reading(referralsOfAgent, { agent_id: agentId }));
  const [phone, setPhone] = useState('');
  const [busy, setBusy] = useState(false);
  // One key for one number: asked again after a lost answer it is the same request.
  const key = useRef<{ of: string; key: string } | null>(null);
  const wrong = phone !== '' && !isPhone(normalizePhone(phone));
  const run = async (work: () => Promise<unknown>, said: string) => {
    setBusy(true);
    try {
      await work();
      await everythingIsStale();
      toast('good', said);
      return true;
    } catch (error) {
      toast('bad', messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const add = async () => {
    if (key.current?.of !== phone) key.current = { of: phone, key: crypto.randomUUID() };
    const sent = key.current.key;
    const body = { phone, referral: agentId, status: 'unverified' };
    if (await run(() => ask(createPhone, body, { key: sent }), 'Referral added.')) setPhone('');
  };
  const columns: Column<AgentReferral>[] = [
    { key: 'phone', title: 'Phone', cell: (row) => <span className="figures">{row.phone}</span> },
    {
      key: 'retailer',
      title: 'Retailer',
      grow: true,
      cell: (row) =>
        row.referral ? <TextLink to={`/buyers/${row.referral._id}/balance`}>{row.referral.name}</TextLink> : '-',
    },
    { key: 'date', title: 'Referred', cell: (row) => showDate(row.created) },
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
          <Button
            disabled={busy}
            onClick={() => void run(() => ask(creditReferral, { buyer_phone: row.phone }), 'Referral verified.')}
          >
            Credit
          </Button>
        ) : null,
    },
  ];
  return (
    <Card padded={false} label="Referrals">
      <div className="flex flex-wrap items-start justify-between gap-3 border-b px-5 py-3">
        <h2 className="py-2 text-lg font-bold">
          <Counted title="Referrals" count={query.data?.data.length} />
        </h2>
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (phone !== '' && !wrong) void add();
          }}
        >
          <TextField
            label="Referred phone"
            type="tel"
            inputMode="tel"
            value={phone}
            onChange={setPhone}
            error={wrong && phone.length >= 10 ? PHONE_MESSAGE : undefined}
          />
          <Button type="submit" icon="plus" disabled={phone === '' || wrong} busy={busy}>
            Add
          </Button>
        </form>
      </div>
      <AnswerHere query={query} rows={2} empty={<EmptyState icon="people" title="No referrals yet" />}>
        {(rows) => <Table label="Referrals" columns={columns} rows={rows} keyOf={(row) => row._id} />}
      </AnswerHere>
    </Card>
  );
}
