/** The state of the notification form: its texts with their draft, its recipients, and the body of the call. */
import { useEffect, useState } from 'react';
import { notificationFields } from '#contract/messages/notificationCalls.ts';
import { changedBy } from '#crud/form/formValues.ts';
import { useDraft } from '#crud/form/useDraft.ts';
import { useForm } from '#crud/form/useForm.ts';
import { EVERYBODY, NO_RECIPIENTS, tidyPhones, typedProblems } from '#domain/notification.ts';
import { cleanLines, cleanText } from '#domain/text.ts';

const BLANK = { title: '', message: '', include: '', exclude: '' };

export function useMessage() {
  const [all, setAll] = useState(false);
  const [smsToo, setSmsToo] = useState(false);
  const [hub, setHub] = useState('');
  // The draft holds the texts only. A person who returns to it chooses the recipients again.
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
    // The texts are cleaned like the server does, so that lengths and repeated messages are recognised correctly.
    title: cleanText(values.title ?? ''),
    message: cleanLines(values.message ?? ''),
    exclude: tidyPhones(values.exclude ?? '') || NO_RECIPIENTS,
    include: all ? EVERYBODY : tidyPhones(values.include ?? '') || NO_RECIPIENTS,
    send_sms_too: smsToo,
    seller_id: all && hub ? hub : undefined,
  };
  return {
    form,
    body,
    /** When the draft was stored, epoch seconds; null if nothing was found. */
    draftedAt: draft.found?.at ?? null,
    all,
    setAll,
    smsToo,
    setSmsToo,
    hub,
    setHub,
    dropDraft: () => draft.keep(null, undefined),
    discard() {
      draft.forget();
      form.discard();
      setAll(false);
      setSmsToo(false);
      setHub('');
    },
  };
}

export type DraftMessage = ReturnType<typeof useMessage>;
