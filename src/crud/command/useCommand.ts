/** Sends one write of a screen that is not a model's form, with its idempotency key, its toast and its refusal (B12.7, ERR-01). */
import { useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { noteWrite } from '#client/firstHour.ts';
import { invalidateAll, type ModelCall, readAnew } from '#client/reads/queries.ts';
import { callApi, callPath } from '#client/transport.ts';
import type { Call } from '#contract/call.ts';
import type { Fields, Sendable } from '#contract/fields.ts';
import type { Model } from '#contract/model.ts';
import { makeRefusalToast, toast } from '#ui/feedback/toasts.ts';
import { topLine } from '#ui/feedback/writeLine.ts';
import { firstWrongOf } from '#ui/fields/firstWrong.ts';
import { useIsMounted } from '#ui/hooks/useIsMounted.ts';
import { currentOf } from '../conflict/ConflictDialog.tsx';
import type { TellConflict } from '../conflict/useRowSnapshot.tsx';
import { isUnexpected, messageFor } from './messageFor.ts';
import { showRefusal } from './showRefusal.ts';
import { useIdempotencyKey } from './useIdempotencyKey.ts';

/** Handlers for refusals that are more than a message. */
export interface Refusals {
  /** Called instead of showing a message, for a 409 that carries the current row. */
  conflict?: TellConflict;
  /** Called with the texts per field, in addition to the message, for example a form's `refuse`. */
  fields?: (texts: Readonly<Record<string, string>>) => void;
}

/** The text of a toast, alone or with an action that undoes the write. */
type SuccessToast = string | readonly [text: string, action: { label: string; run: () => void }];

export interface Command {
  /**
   * True while a write runs or its changes are being read again. The screen must not accept presses meanwhile, because it still shows the old row.
   */
  busy: boolean;
  /**
   * Sends a write. `success` is the text of the success toast, shown even if the dialog was closed; without it the caller shows one. Resolves with the
   * response soon after it came (see SETTLE_MS), or with null when the write was refused (the message is shown) or the component is unmounted.
   */
  send: <In extends Fields, Out>(
    call: Call<In, Out>,
    input: Sendable<In>,
    success?: SuccessToast,
    on?: Refusals,
  ) => Promise<Out | null>;
  /** Sends a write by a model's generic call. Resolves true when the server has stored it. */
  sendRow: (
    model: Model,
    call: ModelCall,
    input: Readonly<Record<string, unknown>>,
    success?: SuccessToast,
    on?: Refusals,
  ) => Promise<boolean>;
  /** Texts per field of the last refusal, for screens without `useForm`. */
  refused: Readonly<Record<string, string>>;
  /** Removes the text of a field that is being changed. */
  retyped: (field: string) => void;
}

/** The writes of one screen or dialog; renders again when their state changes. */
export function useCommand(): Command {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const here = useIsMounted();
  // Pressing again after a lost response repeats the same request. After a verdict it is a new request.
  const keys = useIdempotencyKey();
  const [refusal] = useState(makeRefusalToast);
  const send = async <Out>(
    print: readonly [path: string, input: unknown],
    work: (key: string) => Promise<Out>,
    success?: SuccessToast,
    on: Refusals = {},
  ): Promise<{ answer: Out } | null> => {
    setBusy(true);
    setRefused({});
    const about = subjectOf(print);
    refusal.over(about);
    const focusFirstWrong = firstWrongOf();
    const line = topLine();
    line?.('');
    let read: Promise<unknown> | undefined;
    try {
      const answer = await work(keys.keyFor(print));
      keys.done();
      noteWrite(print[0]);
      const awaited = here.current;
      const [text, action] = typeof success === 'string' ? [success] : (success ?? []);
      if (text) toast('good', text, action);
      const anew = readAnew();
      // Over a row that is still the old one no next figure is typed, so the screen stays busy for as long as the reads take.
      read = anew.all;
      // If the dialog was closed, by hand or because its row is gone, this returns at once, so that the caller does not close the next dialog
      // instead.
      await Promise.race([anew.soon, here.gone]);
      return awaited ? { answer } : null;
    } catch (error) {
      keys.failed(error);
      const current = error instanceof CallError && error.word === 'conflict' ? currentOf<never>(error.data) : null;
      const asks = here.current ? on.conflict : undefined;
      let atField = false;
      if (error instanceof CallError && here.current) {
        setRefused(error.fields);
        if (Object.keys(error.fields).length > 0) {
          atField = on.fields !== undefined;
          on.fields?.(error.fields);
          focusFirstWrong();
        }
      }
      if (current && asks) asks({ message: messageOf(error), current });
      else if (line && line === topLine() && isUnexpected(error)) line(messageFor(error));
      else showRefusal(refusal, messageFor(error), about, atField);
      // The changes of another person are shown beside the message. A conflict dialog does not wait for these reads.
      if (error instanceof CallError && error.code === 409) {
        const anew = invalidateAll();
        if (!(current && asks)) read = anew;
      }
      // The write may have been stored. Reading again shows whether it was.
      if (!(error instanceof CallError)) void invalidateAll();
      return null;
    } finally {
      void Promise.resolve(read).then(() => setBusy(false));
    }
  };
  return {
    busy,
    send: async (call, input, success, on) => {
      const sent = await send([call.path, input], (key) => callApi(call, input, { key }), success, on);
      return sent ? sent.answer : null;
    },
    sendRow: async (model, call, input, success, on) => {
      const path = `${model.name}/${call}`;
      const work = (key: string) => callPath('POST', path, input, { key, write: true });
      return (await send([path, input], work, success, on)) !== null;
    },
    refused,
    retyped: (field) => {
      // The toast says the same (ERR-01). Whoever types on has read it.
      if (refused[field] !== undefined) refusal.end();
      setRefused(({ [field]: _gone, ...rest }) => rest);
    },
  };
}

/** What a write is about: its call and the record that it names. A screen may send one call for many records. */
const subjectOf = ([path, input]: readonly [path: string, input: unknown]): string =>
  `${path} ${(input as { _id?: unknown } | null)?._id ?? ''}`;
