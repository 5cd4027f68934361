import { useBlocker } from '@tanstack/react-router';
import { isGivenUp } from '#client/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';

/**
 * Asks before a screen with unsaved changes is left (B12.8). `when` is evaluated at that moment. A page that now belongs to another person closes
 * without the question, because the wrong person would answer it. An update of the app also waits while there are unsaved changes (SYNC rule 44).
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
