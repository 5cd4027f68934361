import { syncWords } from '#domain/syncWords.ts';
import { useMyQueue } from '#features/stock/parts/queue/useQueue.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';

/** Notices that say why nothing is sent. The header offers a new version (NewVersion.tsx). */
export function UpdatePrompt() {
  const queue = useMyQueue();
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
    </div>
  );
}
