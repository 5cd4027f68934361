import { useSyncExternalStore } from 'react';
import { syncWords } from '#domain/syncWords.ts';
import { useMyQueue } from '#features/stock/parts/queue/useQueue.ts';
import { Button } from '#ui/Button.tsx';
import { unsavedStore } from '#ui/dialogs/unsaved.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { acceptUpdate, updateStore } from '../update.ts';

/** Says that a newer version is ready and what it waits for, and what else blocks sending. */
export function UpdatePrompt() {
  const { state } = useSyncExternalStore(updateStore.subscribe, updateStore.read);
  const queue = useMyQueue();
  const typed = useSyncExternalStore(unsavedStore.subscribe, unsavedStore.read);
  return (
    <div className="no-print flex flex-col gap-2 empty:hidden [&>*]:mx-4 [&>*]:mt-3 sm:[&>*]:mx-6">
      {queue.paused === 'sign_in' && (
        <Notice tone="bad" icon="lock" role="alert">
          {syncWords.signInToSend(queue.ops.length)}
        </Notice>
      )}
      {queue.paused === 'update' && (
        <Notice tone="bad" icon="download" role="alert">
          {syncWords.updateToSend(queue.ops.length)}
        </Notice>
      )}
      {queue.broken === 'absent' && (
        <Notice tone="bad" icon="alert" role="alert">
          {syncWords.savingOff}
        </Notice>
      )}
      {(queue.newer || queue.broken === 'unreadable') && (
        <Notice
          tone="bad"
          icon="alert"
          role="alert"
          action={
            <Button look="primary" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          {queue.newer ? syncWords.newerStore : syncWords.unreadable}
        </Notice>
      )}
      {state !== 'none' && (
        <Notice
          tone="info"
          icon="download"
          action={
            <Button look="primary" disabled={queue.sending > 0 || typed} onClick={acceptUpdate}>
              {state === 'replaced' ? 'Reload' : 'Update'}
            </Button>
          }
        >
          {state === 'stuck'
            ? 'Close the other tabs of this app to finish the update.'
            : state === 'replaced'
              ? 'The app was updated in another tab.'
              : 'A new version of the app is ready.'}
          {typed && state !== 'stuck' && ' Save or leave what you typed first.'}
        </Notice>
      )}
    </div>
  );
}
