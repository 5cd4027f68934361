import { syncWords } from '#domain/syncWords.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { useContact } from './useSession.ts';

/** Shown at the foot of a form that only the server can save, while there is no connection. It may appear while a person types and moves nothing. */
export function NeedsConnection() {
  const { online } = useContact();
  if (online) return null;
  return (
    <Notice tone="wait" icon="cloudOff">
      {syncWords.needsConnection} What you type stays here.
    </Notice>
  );
}
