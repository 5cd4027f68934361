import { useEffect, useState } from 'react';
import { findServer } from '#client/server/findServer.ts';
import { serverRecord, takesOurHeaders } from '#client/server/where.ts';

let finding: Promise<void> | undefined;

/**
 * Whether the sign-in screen may make the calls that our server answers to anybody. False until the address of the server is known. False for a server at
 * another origin that may know only the documents' calls.
 */
export function useStrangersCalls(): boolean {
  const [may, setMay] = useState(false);
  useEffect(() => {
    let gone = false;
    const look = () => {
      if (!gone) setMay(serverRecord()?.where !== undefined && takesOurHeaders());
    };
    if (serverRecord()?.where) look();
    // An error of `findServer` is ignored at this point. Signing in shows the error.
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
