import { syncWords } from '#domain/syncWords.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { useContact } from './useSession.ts';

/**
 * A notice at the foot of a form that only the server can save, shown while there is no connection. It can appear while somebody types, so it must
 * not move the fields.
 */
export function NeedsConnection() {
  const { online } = useContact();
  if (online) return null;
  return (
    <Notice tone="wait" icon="cloudOff">
      {syncWords.needsConnection} What you type stays here.
    </Notice>
  );
}
