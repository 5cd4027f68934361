import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { allQuery, invalidateAll, queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import {
  notificationFields,
  pollBuyers,
  sendToBuyers,
  sentNotifications,
} from '#contract/messages/notificationCalls.ts';
import { seller } from '#contract/network/seller.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useIdempotencyKey } from '#crud/command/useIdempotencyKey.ts';
import { changedBy } from '#crud/form/formValues.ts';
import { LeaveGuard } from '#crud/form/LeaveGuard.tsx';
import { useDraft } from '#crud/form/useDraft.ts';
import { useForm } from '#crud/form/useForm.ts';
import { NeedsConnection } from '#crud/query/NeedsConnection.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { LENGTHS } from '#domain/limits.ts';
import {
  ASK_AGAIN_SECONDS,
  EVERYBODY,
  NO_RECIPIENTS,
  phonesIn,
  tidyPhones,
  typedProblems,
} from '#domain/notification.ts';
import { cleanLines, cleanText } from '#domain/text.ts';
import { showShort } from '#domain/time.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState, Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { LongTextField, SelectField, SwitchField, TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { firstWrongOf } from '#ui/fields/firstWrong.ts';
import { Page } from '#ui/Page.tsx';
import { kitTexts } from '#ui/texts.ts';
import { ConfirmSend, type Reach, skippedText } from './ConfirmSend.tsx';
import { SentMessages } from './SentMessages.tsx';

const BLANK = { title: '', message: '', include: '', exclude: '' };

/** The notification form (NOTIF-01 to NOTIF-10), an empty preview as the requirements have it, and the last messages (B9.2b). */
export function Screen() {
  return (
    <Page title="Notification Wizard">
      <div className="grid items-start gap-5 lg:grid-cols-[1.3fr_1fr]">
        <Details />
        <Card label="Notification Preview">
          <h2 className="text-lg font-bold">Notification Preview</h2>
          <EmptyState icon="phone" title="No notification preview available." />
        </Card>
      </div>
      <SentMessages />
    </Page>
  );
}

function Details() {
  const [all, setAll] = useState(false);
  const [smsToo, setSmsToo] = useState(false);
  const [hub, setHub] = useState('');
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Reach | null>(null);
  // Until it is answered, a repeated press sends the same message: the same key and the same time in its body (B12.7).
  const keys = useIdempotencyKey();
  const asking = useRef({ key: '', timestamp: 0 });
  const { profile } = useSession();
  const hubs = useQuery(allQuery(seller));
  const lately = useQuery(queryFor(sentNotifications, { page: '1', per_page: '20' }));
  // The draft keeps only the texts: the recipients of a message are chosen anew each time.
  const draft = useDraft(BLANK, true);
  const form = useForm(
    notificationFields,
    BLANK,
    ({ include = '', exclude = '' }) => typedProblems({ all, include, exclude }),
    draft.found?.values,
  );
  const { values } = form;
  useEffect(() => draft.keep(form.changed ? changedBy(values, BLANK) : null, undefined));
  const body = {
    filter_type: '*',
    filter_value: '*',
    // Cleaned as the server stores them (B1.11), so that length and repeated messages are recognised correctly.
    title: cleanText(values.title ?? ''),
    message: cleanLines(values.message ?? ''),
    exclude: tidyPhones(values.exclude ?? '') || NO_RECIPIENTS,
    include: all ? EVERYBODY : tidyPhones(values.include ?? '') || NO_RECIPIENTS,
    send_sms_too: smsToo,
    seller_id: all && hub ? hub : undefined,
  };
  const work = async (run: () => Promise<void>) => {
    setBusy(true);
    const focusRefused = firstWrongOf();
    try {
      await run();
    } catch (error) {
      if (error instanceof CallError && form.refuse(error.fields)) focusRefused();
      toast('bad', messageFor(error));
    } finally {
      setBusy(false);
    }
  };
  const discard = () => {
    draft.forget();
    form.discard();
    setAll(false);
    setSmsToo(false);
    setHub('');
  };
  const poll = () =>
    work(async () => {
      if (!form.valid) return form.showAll();
      const found = await callApi(pollBuyers, { ...body, commit: false });
      // Loaded again: a message may have been sent although its response was lost.
      const sent = (await lately.refetch()).data?.data;
      const now = Math.floor(Date.now() / 1_000);
      const before = (sent && !Array.isArray(sent) ? sent.rows : []).find(
        (one) =>
          one.created_by?._id === profile?.user_id &&
          one.title === body.title &&
          one.message === body.message &&
          now - one.created < ASK_AGAIN_SECONDS,
      );
      // The message is in the list, so sending it again is a new message.
      if (before) keys.done();
      setAsked({ ...found, minutesAgo: before ? Math.max(0, Math.floor((now - before.created) / 60)) : null });
    });
  const send = () =>
    work(async () => {
      const key = keys.keyFor(body);
      if (asking.current.key !== key) asking.current = { key, timestamp: Math.floor(Date.now() / 1_000) };
      const { timestamp } = asking.current;
      let told: Pick<Reach, 'push' | 'sms' | 'skipped' | 'skipped_why'>;
      try {
        told = await callApi(sendToBuyers, { ...body, commit: true, timestamp }, { key });
      } catch (error) {
        // A refused question about recipients says nothing about a message whose response was lost.
        keys.failed(error);
        throw error;
      }
      keys.done();
      // The draft is cleared even if the screen was left: nobody must find the text and send it again.
      draft.keep(null, undefined);
      setAsked(null);
      // The form is emptied after sending (NOTIF-03).
      discard();
      if (told.push + told.sms > 0) toast('good', 'Notification sent successfully.');
      // Says how many recipients were skipped and why (K12); a device may have disappeared since the confirmation.
      if (told.skipped > 0) toast('bad', skippedText(told.skipped, told.skipped_why));
      await invalidateAll();
    });
  const tidy = (name: 'include' | 'exclude') => {
    form.set({ [name]: tidyPhones(values[name] ?? '') });
    form.field(name).onBlur();
  };
  const count = phonesIn(values.include ?? '').length;
  const left = phonesIn(values.exclude ?? '').length;
  const { length } = body.message;
  const message = form.field('message');
  return (
    <Card label="Notification Details">
      <h2 className="mb-4 text-lg font-bold">Notification Details</h2>
      <Form className="flex flex-col gap-5" onSubmit={poll}>
        {draft.found && form.changed && (
          <Notice tone="info" icon="clock">
            {kitTexts.draftOf} {showShort(draft.found.at)}
          </Notice>
        )}
        <TextField label="Title" autoComplete="off" {...form.field('title')} />
        <div>
          <LongTextField
            label="Message"
            rows={3}
            {...message}
            error={length > LENGTHS.messageMax ? 'Message must be at most 160 characters.' : message.error}
          />
          <p className="figures mt-1 text-right text-sm text-ink-faint">
            {length}/{LENGTHS.messageMax}
          </p>
        </div>
        <div className="flex flex-wrap gap-x-8">
          <SwitchField label="Send to all" checked={all} onChange={setAll} />
          <SwitchField label="Send SMS too" checked={smsToo} onChange={setSmsToo} />
        </div>
        {all ? (
          <SelectField
            label="Hub"
            blank="Retailers of all hubs"
            value={hub}
            onChange={setHub}
            options={(hubs.data?.data ?? [])
              .filter((one) => one.status === 'active')
              .map((one) => ({ value: one._id, label: one.name }))}
          />
        ) : (
          <LongTextField
            label="Recipients"
            rows={3}
            {...form.field('include')}
            required
            onBlur={() => tidy('include')}
            hint={`Phone numbers, comma separated. ${count} ${count === 1 ? 'recipient' : 'recipients'}`}
          />
        )}
        <LongTextField
          label="Exclude"
          rows={2}
          {...form.field('exclude')}
          onBlur={() => tidy('exclude')}
          hint={left > 0 ? `${left} left out` : 'Phone numbers that do not get it, comma separated.'}
        />
        <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
          {form.changed && <Button onClick={discard}>{kitTexts.discard}</Button>}
          <Button type="submit" look="primary" busy={busy} disabled={!form.changed || !form.valid}>
            Send notification
          </Button>
        </div>
        <NeedsConnection />
      </Form>
      <LeaveGuard when={() => form.changed} />
      {asked && <ConfirmSend asked={asked} busy={busy} onSend={() => void send()} onClose={() => setAsked(null)} />}
    </Card>
  );
}
