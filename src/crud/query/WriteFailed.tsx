import { FailedWrite, isOfNoConnection } from '#ui/feedback/FailedWrite.tsx';
import { NeedsConnection } from './NeedsConnection.tsx';
import { useContact } from './useSession.ts';

/**
 * Says at the button of a form why its last write failed unexpectedly, otherwise that it needs a connection if there is none: one message at one place.
 * `failed`: the text of `messageFor`, or ''.
 */
export function WriteFailed({ failed }: { failed: string }) {
  const { online } = useContact();
  const isOver = online && isOfNoConnection(failed);
  return failed === '' || isOver ? <NeedsConnection /> : <FailedWrite text={failed} />;
}
