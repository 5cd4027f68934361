/** The two steps of sending a message: ask whom it reaches, then send it after the person agreed. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { invalidateAll, queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { pollBuyers, sendToBuyers, sentNotifications } from '#contract/messages/notificationCalls.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useIdempotencyKey } from '#crud/command/useIdempotencyKey.ts';
import { useSession } from '#crud/query/useSession.ts';
import { ASK_AGAIN_SECONDS } from '#domain/notification.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { firstWrongOf, focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { type Reach, skippedText } from './ConfirmSend.tsx';
import type { DraftMessage } from './useMessage.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

export function useSending(message: DraftMessage) {
  const { form, body } = message;
  const [busy, setBusy] = useState(false);
  const [reach, setReach] = useState<Reach | null>(null);
  // Sending again before an answer repeats the same message, with the same key and the same time in its body.
  const keys = useIdempotencyKey();
  const asking = useRef({ key: '', timestamp: 0 });
  const sentBefore = useSentBefore();
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
  const poll = () =>
    work(async () => {
      if (!form.valid) {
        form.showAll();
        return focusFirstWrong();
      }
      const found = await callApi(pollBuyers, { ...body, commit: false });
      const before = await sentBefore(body);
      // The message is in the list, so sending it again is a new message.
      if (before !== null) keys.done();
      setReach({ ...found, minutesAgo: before === null ? null : Math.max(0, Math.floor(before / 60)) });
    });
  const send = () =>
    work(async () => {
      const key = keys.keyFor(body);
      if (asking.current.key !== key) asking.current = { key, timestamp: nowSeconds() };
      const { timestamp } = asking.current;
      let result: Pick<Reach, 'push' | 'sms' | 'skipped' | 'skipped_why'>;
      try {
        result = await callApi(sendToBuyers, { ...body, commit: true, timestamp }, { key });
      } catch (error) {
        // Only a refusal of sending itself ends the key. A refused count of recipients says nothing about a message whose response was lost.
        keys.failed(error);
        throw error;
      }
      keys.done();
      // The draft is dropped even if the screen was left, so that nobody finds a sent message as unsent.
      message.dropDraft();
      setReach(null);
      // The form is emptied after sending.
      message.discard();
      if (result.push + result.sms > 0) toast('good', 'Notification sent successfully.');
      // Says who received nothing and why. A device may have disappeared since the confirmation.
      if (result.skipped > 0) toast('bad', skippedText(result.skipped, result.skipped_why));
      await invalidateAll();
    });
  return { busy, reach, poll, send, close: () => setReach(null) };
}

/** Finds how many seconds ago this person sent the same message. Null: not lately. */
function useSentBefore() {
  const { profile } = useSession();
  const lately = useQuery(queryFor(sentNotifications, { page: '1', per_page: '20' }));
  return async ({ title, message }: { title: string; message: string }): Promise<number | null> => {
    // The list is read again, because a message whose response was lost may have been sent.
    const sent = (await lately.refetch()).data?.data;
    const now = nowSeconds();
    const before = (sent && !Array.isArray(sent) ? sent.rows : []).find(
      (one) =>
        one.created_by?._id === profile?.user_id &&
        one.title === title &&
        one.message === message &&
        now - one.created < ASK_AGAIN_SECONDS,
    );
    return before ? now - before.created : null;
  };
}
