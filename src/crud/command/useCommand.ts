/** One write of a screen that is no model's form: its key, its toast, its refusal in words (B12.7, ERR-01). */
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

/** Refusals that are more than a message. */
export interface Refusals {
  /** Told, instead of a message, a 409 that carries the row as it is now. */
  conflict?: TellConflict;
  /** Told the texts per field, beside the message: a form's `refuse`. */
  fields?: (texts: Readonly<Record<string, string>>) => void;
}

/** The text alone, or with what takes it back. */
type Said = string | readonly [text: string, action: { label: string; run: () => void }];

export interface Command {
  /** A write is asked, or what it changed is still being read anew: what stays on the screen is not pressed again over the row of before. */
  busy: boolean;
  /**
   * `said`: what the documents say on success, also to who has closed the dialog; none: the caller says it. Resolves with the answer, soon after
   * it came (see SETTLE_MS), or null: refused and told, or nobody waits here any more.
   */
  send: <In extends Fields, Out>(
    call: Call<In, Out>,
    input: Sendable<In>,
    said?: Said,
    on?: Refusals,
  ) => Promise<Out | null>;
  /** The same by a model's generic call; resolves true when the server has it. */
  sendRow: (
    model: Model,
    call: ModelCall,
    input: Readonly<Record<string, unknown>>,
    said?: Said,
    on?: Refusals,
  ) => Promise<boolean>;
  /** Texts per field of the last refusal, for what is no `useForm`. */
  refused: Readonly<Record<string, string>>;
  /** This field is typed anew: what was said of it is over. */
  retyped: (field: string) => void;
}

/**
 * So long an answered write still waits for the screen behind its dialog, ms: on a quick line the new row stands there when the dialog goes, on a
 * slow one the dialog goes all the same. A press on the row of before is answered 409 then, and does nothing.
 */
const SETTLE_MS = 1_000;

/** Reads everything anew. `soon`: that is done, or has taken its time; `all`: it is done. Never rejects: the write stands. */
function readAnew(): { soon: Promise<void>; all: Promise<void> } {
  const all = invalidateAll().catch(() => undefined);
  return { all, soon: Promise.race([all, new Promise<void>((go) => setTimeout(go, SETTLE_MS))]) };
}

export function useCommand(): Command {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const here = useIsMounted();
  // Pressing again after a lost answer is the same request; after a verdict it is a new one.
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
      // Closed meanwhile, by hand or because the row it was about is gone: said at once, so that it never closes the next dialog in its place.
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
      // What somebody else changed meanwhile is shown beside the message; a question about it waits for no reads.
      if (error instanceof CallError && error.code === 409) {
        const { soon } = readAnew();
        if (!(current && asks)) read = soon;
      }
      // Perhaps it was done: what is read next says so, here or behind a dialog that is given up.
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
