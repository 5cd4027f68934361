import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { isGivenUp } from '#client/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import { ServerButton } from '#ui/ServerButton.tsx';

interface Props {
  when: () => boolean;
  /** Saves what is unsaved. The words say what it saves: "Save 2 prices". Resolves with true when everything is saved and the screen may be left. */
  save?: { words: string; run: () => Promise<boolean> } | undefined;
}

/**
 * Asks before a screen with unsaved changes is left (B12.8). `when` is evaluated at that moment. A page that now belongs to another person closes
 * without the question, because the wrong person would answer it. An update of the app also waits while there are unsaved changes (SYNC rule 44).
 */
export function LeaveGuard({ when, save }: Props) {
  const [isSaving, setSaving] = useState(false);
  useUnsaved(when());
  const blocker = useBlocker({
    shouldBlockFn: when,
    withResolver: true,
    enableBeforeUnload: () => !isGivenUp() && when(),
  });
  const saveAndLeave = async () => {
    setSaving(true);
    const isSaved = await save?.run();
    setSaving(false);
    if (isSaved) blocker.proceed?.();
    else blocker.reset?.();
  };
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
            {save ? 'Leave without saving' : 'Leave'}
          </Button>
          {save && (
            <ServerButton look="primary" busy={isSaving} onClick={() => void saveAndLeave()}>
              {save.words}
            </ServerButton>
          )}
        </>
      }
    />
  );
}
