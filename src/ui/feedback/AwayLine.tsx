import { useEffect, useState } from 'react';
import { contactWords } from '#domain/contactWords.ts';
import { useAway } from '../hooks/useAway.ts';
import { FailedWrite, isOfNoConnection } from './FailedWrite.tsx';
import { Notice } from './States.tsx';
import { offerLine } from './writeLine.ts';

/**
 * The line at the button of a dialog whose write needs the server: without a connection it says so before anybody presses the button, and after a write
 * that failed it says why (`useCommand`).
 */
export function AwayLine() {
  const isAway = useAway();
  const [failed, setFailed] = useState('');
  useEffect(() => offerLine(setFailed), []);
  if (failed !== '' && (isAway || !isOfNoConnection(failed))) return <FailedWrite text={failed} />;
  if (!isAway) return null;
  return (
    <div data-away>
      <Notice tone="wait" icon="cloudOff">
        {contactWords.needsConnection}
      </Notice>
    </div>
  );
}
