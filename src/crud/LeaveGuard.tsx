import { useBlocker } from '@tanstack/react-router';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

/** B12.8: leaving with unsaved changes asks first. `when` is asked at the moment of leaving. */
export function LeaveGuard({ when }: { when: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: when, withResolver: true, enableBeforeUnload: when });
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
