import { useBlocker } from '@tanstack/react-router';
import { isGivenUp } from '#client/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';

/**
 * Leaving with unsaved changes asks first (B12.8). `when` is called at the moment of leaving. If another person has signed in on this page, it
 * leaves without the question, because that person did not type the changes. A new version of the app also waits while there are unsaved changes
 * (SYNC rule 44).
 */
export function LeaveGuard({ when }: { when: () => boolean }) {
  useUnsaved(when());
  const blocker = useBlocker({
    shouldBlockFn: when,
    withResolver: true,
    enableBeforeUnload: () => !isGivenUp() && when(),
  });
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Unsaved changes"
      description="You have changes that are not saved. Leave?"
      actions={
        <>
          <Button onClick={() => blocker.reset?.()}>Stay</Button>
          <Button look="danger" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
        </>
      }
    />
  );
}
