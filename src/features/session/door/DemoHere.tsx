import { useEffect, useState } from 'react';
import { callPath } from '#client/transport.ts';
import { Notice } from '#ui/feedback/States.tsx';

/** Warns on a demo server that its passwords are public, before the person types a private one (S5). */
export function DemoHere() {
  const [demo, setDemo] = useState(false);
  useEffect(() => {
    let gone = false;
    callPath('GET', 'health', {})
      .then((told) => {
        if (!gone) setDemo((told as { environment?: string } | null)?.environment === 'demo');
      })
      // Unknown without a connection; nobody can sign in then either.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, []);
  return demo ? (
    <Notice tone="wait" icon="alert">
      Demo: anyone can sign in. Nothing real belongs here.
    </Notice>
  ) : null;
}
