import { Notice } from '#ui/feedback/States.tsx';
import { isOfNoConnection } from '../command/messageFor.ts';
import { NeedsConnection } from './NeedsConnection.tsx';
import { useContact } from './useSession.ts';

/**
 * Says at the button of a form why its last write failed unexpectedly, otherwise that it needs a connection if there is none: one message at one place.
 * `failed`: the text of `messageFor`, or ''.
 */
export function WriteFailed({ failed }: { failed: string }) {
  const { online } = useContact();
  const isOver = online && isOfNoConnection(failed);
  if (failed === '' || isOver) return <NeedsConnection />;
  return (
    <Notice tone={online ? 'bad' : 'wait'} icon={online ? 'alert' : 'cloudOff'} role="alert">
      {failed.split('\n').map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </Notice>
  );
}
