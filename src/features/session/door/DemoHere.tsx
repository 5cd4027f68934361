import { useEffect, useState } from 'react';
import { callPath } from '#client/transport.ts';
import { Notice } from '#ui/feedback/States.tsx';

/** A demo's passwords are published: whoever signs in is told, before he types one of his own (S5). */
export function DemoHere() {
  const [demo, setDemo] = useState(false);
  useEffect(() => {
    let gone = false;
    callPath('GET', 'health', {})
      .then((told) => {
        if (!gone) setDemo((told as { environment?: string } | null)?.environment === 'demo');
      })
      // Not known without a connection; nobody can sign in then either.
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
