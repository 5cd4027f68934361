/** One write of a screen that is no model's form: its key, its toast, its refusal in words (B12.7, ERR-01). */
import { useRef, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { everythingIsStale } from '#client/queries.ts';
import { ask } from '#client/transport.ts';
import type { Call } from '#contract/call.ts';
import type { Fields, Sendable } from '#contract/fields.ts';
import { syncWords } from '#domain/syncWords.ts';
import { focusFirstWrong } from '#ui/firstWrong.ts';
import { toast } from '#ui/toasts.ts';
import { useContact } from './useSession.ts';

export interface Writer {
  busy: boolean;
  /** What the documents say on success; none: the caller says it. Resolves with the answer, or null after telling why not. */
  write: <In extends Fields, Out>(call: Call<In, Out>, input: Sendable<In>, said?: string) => Promise<Out | null>;
  /** Texts per field of the last refusal. */
  refused: Readonly<Record<string, string>>;
}

export function useWrite(): Writer {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const { online } = useContact();
  // Pressing again after a lost answer is the same request; after a verdict it is a new one.
  const key = useRef<{ of: string; key: string } | null>(null);
  const write: Writer['write'] = async (call, input, said) => {
    const print = `${call.path} ${JSON.stringify(input)}`;
    if (key.current?.of !== print) key.current = { of: print, key: crypto.randomUUID() };
    setBusy(true);
    setRefused({});
    try {
      const data = await ask(call, input, { key: key.current.key });
      key.current = null;
      if (said) toast('good', said);
      await everythingIsStale();
      return data;
    } catch (error) {
      if (error instanceof CallError) {
        if (error.settled) key.current = null;
        setRefused(error.fields);
        if (Object.keys(error.fields).length > 0) focusFirstWrong();
        // What somebody else changed meanwhile is shown beside the message.
        if (error.word === 'conflict' || error.word === 'bad_transition') await everythingIsStale();
      }
      toast('bad', error instanceof CallError || online ? messageOf(error) : syncWords.needsConnection);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, write, refused };
}
