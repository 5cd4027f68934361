import { useEffect, useState } from 'react';
import { findServer } from '#client/server/findServer.ts';
import { serverRecord, takesOurHeaders } from '#client/server/where.ts';

let finding: Promise<void> | undefined;

/**
 * Whether the sign-in screen may ask what our server answers to anybody. Not before the address of the server is known, and no server of another origin that
 * has not shown that it knows more than the documents.
 */
export function useStrangersCalls(): boolean {
  const [may, setMay] = useState(false);
  useEffect(() => {
    let gone = false;
    const look = () => {
      if (!gone) setMay(serverRecord()?.where !== undefined && takesOurHeaders());
    };
    if (serverRecord()?.where) look();
    // The person who signs in reads that a file is broken.
    else {
      finding ??= findServer();
      finding.then(look, () => undefined);
    }
    return () => {
      gone = true;
    };
  }, []);
  return may;
}
