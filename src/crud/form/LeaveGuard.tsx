import { useBlocker } from '@tanstack/react-router';
import { isGivenUp } from '#client/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';

/**
 * B12.8: leaving with unsaved changes asks first. `when` is asked at the moment of leaving. A page that is another person's by now goes without a
 * question: it would be asked of the wrong one, over what was typed by somebody else. A new version waits for the same (SYNC rule 44).
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
