import { contactWords } from '#domain/contactWords.ts';
import { useAway } from '../hooks/useAway.ts';
import { Notice } from './States.tsx';

/** At the button of a write that only the server can do: without a connection it says so, before the button is pressed. */
export function AwayLine() {
  if (!useAway()) return null;
  return (
    <div data-away>
      <Notice tone="wait" icon="cloudOff">
        {contactWords.needsConnection}
      </Notice>
    </div>
  );
}
