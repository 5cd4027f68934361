import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import { seller } from '#contract/network/seller.ts';
import { LeaveGuard } from '#crud/form/LeaveGuard.tsx';
import { NeedsConnection } from '#crud/query/NeedsConnection.tsx';
import { LENGTHS } from '#domain/limits.ts';
import { phonesIn, tidyPhones } from '#domain/notification.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { LongTextField, SelectField, SwitchField, TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { Page } from '#ui/Page.tsx';
import { kitTexts } from '#ui/texts.ts';
import { momentText } from '#ui/when.ts';
import { ConfirmSend } from './ConfirmSend.tsx';
import { FindGroup } from './FindGroup.tsx';
import { FindRetailer } from './FindRetailer.tsx';
import { Preview } from './Preview.tsx';
import { SentMessages } from './SentMessages.tsx';
import { type DraftMessage, useMessage } from './useMessage.ts';
import { useSending } from './useSending.ts';

/** The notification form, a preview, which the documents leave empty (decision 0372), and the latest messages (NOTIF-01 to NOTIF-10, B9.2b). */
export function Screen() {
  const message = useMessage();
  return (
    <Page title="Notifications">
      <div className="grid items-start gap-5 lg:grid-cols-[1.3fr_1fr]">
        <Details message={message} />
        {/* The preview stays visible while a person scrolls the longer form. */}
        <div className="lg:sticky lg:top-20">
          <Preview of={message} />
        </div>
      </div>
      <SentMessages />
    </Page>
  );
}

function Details({ message }: { message: DraftMessage }) {
  const { busy, reach, poll, send, close } = useSending(message);
  const { form } = message;
  return (
    <Card label="Notification Details">
      <h2 className="mb-4 text-base font-semibold">Notification Details</h2>
      <Form
        className="flex flex-col gap-5"
        onSubmit={poll}
        onKeyDown={(event) => {
          // Enter in the search looks for a retailer; it does not send the message.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'search')
            event.preventDefault();
        }}
      >
        {message.draftedAt !== null && form.changed && (
          <Notice tone="info" icon="clock">
            {kitTexts.draftOf} {momentText(message.draftedAt)}
          </Notice>
        )}
        <TextField label="Title" autoComplete="off" {...form.field('title')} />
        <MessageText message={message} />
        <Recipients message={message} />
        {/* The form asks for the text, then for the recipients, then for the channel. */}
        <SwitchField label="Send SMS too" checked={message.smsToo} onChange={message.setSmsToo} />
        <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
          {/* Why the button is pale. A press leads to the first gap. */}
          {!form.valid && <p className="mr-auto self-center text-sm text-ink-soft">{kitTexts.starred}</p>}
          {form.changed && <Button onClick={message.discard}>{kitTexts.discard}</Button>}
          <Button type="submit" look="primary" busy={busy} waits={!form.valid}>
            Send notification
          </Button>
        </div>
        <NeedsConnection />
      </Form>
      <LeaveGuard when={() => form.changed} />
      {reach && <ConfirmSend reach={reach} busy={busy} onSend={() => void send()} onClose={close} />}
    </Card>
  );
}

/** The field of the text, with the text's length. */
function MessageText({ message: { form, body } }: { message: DraftMessage }) {
  const { length } = body.message;
  const field = form.field('message');
  return (
    <div>
      <LongTextField
        label="Message"
        rows={3}
        {...field}
        error={length > LENGTHS.messageMax ? 'Message must be at most 160 characters.' : field.error}
      />
      <p className="figures mt-1 text-right text-sm text-ink-faint">
        {length}/{LENGTHS.messageMax}
      </p>
    </div>
  );
}

/** The recipients: everybody, everybody of one hub, or typed phone numbers. A second field excludes numbers. */
function Recipients({ message: { form, all, setAll, hub, setHub } }: { message: DraftMessage }) {
  const hubs = useQuery(allQuery(seller));
  const tidy = (name: 'include' | 'exclude') => {
    form.set({ [name]: tidyPhones(form.values[name] ?? '') });
    form.field(name).onBlur();
  };
  const chosen = phonesIn(form.values.include ?? '');
  const left = phonesIn(form.values.exclude ?? '').length;
  const add = (phones: readonly string[]) => form.set({ include: tidyPhones([...chosen, ...phones].join(',')) });
  return (
    <>
      <SwitchField label="Send to all" checked={all} onChange={setAll} />
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
        <>
          <FindRetailer chosen={chosen} onAdd={(phone) => add([phone])} />
          <FindGroup chosen={chosen} onAdd={add} />
          <LongTextField
            label="Recipients"
            rows={3}
            {...form.field('include')}
            required
            onBlur={() => tidy('include')}
            hint={`Put a comma between two phone numbers. ${plural(chosen.length, '# recipient', '# recipients')}`}
          />
        </>
      )}
      <LongTextField
        label="Exclude"
        rows={2}
        {...form.field('exclude')}
        onBlur={() => tidy('exclude')}
        hint={left > 0 ? `${left} left out` : 'These phone numbers get nothing. Put a comma between two numbers.'}
      />
    </>
  );
}
