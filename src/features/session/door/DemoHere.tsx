import { useEffect, useState } from 'react';
import { callPath } from '#client/transport.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { useStrangersCalls } from './useStrangersCalls.ts';

/** Warns on a demo server, whose passwords are public, before a person types an own password (S5). */
export function DemoHere() {
  const [demo, setDemo] = useState(false);
  const may = useStrangersCalls();
  useEffect(() => {
    if (!may) return;
    let gone = false;
    callPath('GET', 'health', {})
      .then((answer) => {
        if (!gone) setDemo((answer as { environment?: string } | null)?.environment === 'demo');
      })
      // Without a connection the answer is unknown, but then nobody can sign in either.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [may]);
  return demo ? (
    <Notice tone="wait" icon="alert">
      Demo: anybody can sign in. Nothing real belongs here.
      <p className="mt-1 text-sm leading-5">
        Try <b className="whitespace-nowrap">staff@example.test</b>, password <b>staff-Passw0rd</b>. Or, instead of
        staff: admin, accounts, care, officer1, hubmanager, rep1.
      </p>
    </Notice>
  ) : null;
}
