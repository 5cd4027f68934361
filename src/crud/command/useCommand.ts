/** Sends one write of a screen that is not a model's form: sets its idempotency key (B12.7) and shows its toast or its refusal in words (ERR-01). */
import { useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { invalidateAll, type ModelCall } from '#client/reads/queries.ts';
import { callApi, callPath } from '#client/transport.ts';
import type { Call } from '#contract/call.ts';
import type { Fields, Sendable } from '#contract/fields.ts';
import type { Model } from '#contract/model.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { firstWrongOf } from '#ui/fields/firstWrong.ts';
import { useIsMounted } from '#ui/hooks/useIsMounted.ts';
import { currentOf } from '../conflict/ConflictDialog.tsx';
import type { TellConflict } from '../conflict/useRowSnapshot.tsx';
import { messageFor } from './messageFor.ts';
import { useIdempotencyKey } from './useIdempotencyKey.ts';

/** Handlers for refusals that need more than a message. */
export interface Refusals {
  /** Receives a 409 that carries the current row. It replaces the message. */
  conflict?: TellConflict;
  /** Receives the texts per field, in addition to the message, for example a form's `refuse`. */
  fields?: (texts: Readonly<Record<string, string>>) => void;
}

/** The text of the toast, alone or with the action that undoes the write. */
type Said = string | readonly [text: string, action: { label: string; run: () => void }];

export interface Command {
  /** True while a write is being sent or the data that it changed is being reloaded, so that nobody presses again over the old row. */
  busy: boolean;
  /**
   * `said` is the toast on success; it is shown even if the dialog was closed meanwhile. Without it the caller shows its own message. Resolves with
   * the response, at most SETTLE_MS after it arrived; resolves with null if the write was refused (the refusal is shown) or the component is
   * unmounted.
   */
  send: <In extends Fields, Out>(
    call: Call<In, Out>,
    input: Sendable<In>,
    said?: Said,
    on?: Refusals,
  ) => Promise<Out | null>;
  /** The same with a model's generic call. Resolves with true when the server has accepted the write. */
  sendRow: (
    model: Model,
    call: ModelCall,
    input: Readonly<Record<string, unknown>>,
    said?: Said,
    on?: Refusals,
  ) => Promise<boolean>;
  /** Texts per field of the last refusal, for screens that do not use `useForm`. */
  refused: Readonly<Record<string, string>>;
  /** The person edits this field again: its refusal text is removed. */
  retyped: (field: string) => void;
}

/**
 * The longest time, in ms, that an answered write waits for the screen behind its dialog to reload. On a fast connection the new row is visible when
 * the dialog closes; on a slow one the dialog closes anyway. A press on the old row is then answered with 409 and does nothing.
 */
const SETTLE_MS = 1_000;

/**
 * Reloads all data. `soon` resolves when the reload is done or SETTLE_MS have passed; `all` resolves when it is done. Neither rejects, because the
 * write itself succeeded.
 */
function readAnew(): { soon: Promise<void>; all: Promise<void> } {
  const all = invalidateAll().catch(() => undefined);
  return { all, soon: Promise.race([all, new Promise<void>((go) => setTimeout(go, SETTLE_MS))]) };
}

/** The writes of one screen or dialog; renders again when their state changes. */
export function useCommand(): Command {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const here = useIsMounted();
  // Pressing again after a lost response repeats the same request; after a verdict it is a new request.
  const keys = useIdempotencyKey();
  const send = async <Out>(
    print: unknown,
    work: (key: string) => Promise<Out>,
    said?: Said,
    on: Refusals = {},
  ): Promise<{ told: Out } | null> => {
    setBusy(true);
    setRefused({});
    const focusFirstWrong = firstWrongOf();
    let read: Promise<unknown> | undefined;
    try {
      const told = await work(keys.keyFor(print));
      keys.done();
      const awaited = here.current;
      const [text, action] = typeof said === 'string' ? [said] : (said ?? []);
      if (text) toast('good', text, action);
      const anew = readAnew();
      read = anew.all;
      // If the dialog was closed meanwhile, by hand or because its row is gone, stop waiting at once. Otherwise this write would close the next
      // dialog in its place.
      await Promise.race([anew.soon, here.gone]);
      return awaited ? { told } : null;
    } catch (error) {
      keys.failed(error);
      const current = error instanceof CallError && error.word === 'conflict' ? currentOf<never>(error.data) : null;
      const asks = here.current ? on.conflict : undefined;
      if (error instanceof CallError && here.current) {
        setRefused(error.fields);
        if (Object.keys(error.fields).length > 0) {
          on.fields?.(error.fields);
          focusFirstWrong();
        }
      }
      if (current && asks) asks({ message: messageOf(error), current });
      else toast('bad', messageFor(error));
      // The other person's change is shown beside the message. A conflict dialog does not wait for the reload.
      if (error instanceof CallError && error.code === 409) {
        const { soon } = readAnew();
        if (!(current && asks)) read = soon;
      }
      // The write may have taken effect although no response came. The reload shows it, even if the dialog is closed.
      if (!(error instanceof CallError)) void invalidateAll();
      return null;
    } finally {
      void Promise.resolve(read).then(() => setBusy(false));
    }
  };
  return {
    busy,
    send: async (call, input, said, on) => {
      const sent = await send([call.path, input], (key) => callApi(call, input, { key }), said, on);
      return sent ? sent.told : null;
    },
    sendRow: async (model, call, input, said, on) => {
      const path = `${model.name}/${call}`;
      const work = (key: string) => callPath('POST', path, input, { key, write: true });
      return (await send([path, input], work, said, on)) !== null;
    },
    refused,
    retyped: (field) => setRefused(({ [field]: _gone, ...rest }) => rest),
  };
}
