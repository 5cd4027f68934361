import { contactWords } from '#domain/contactWords.ts';
import { useAway } from '../hooks/useAway.ts';
import { Notice } from './States.tsx';

/** A line at the button of a write that needs the server. Without a connection it says so before anybody presses the button. */
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
