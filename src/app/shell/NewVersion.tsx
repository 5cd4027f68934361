import { useSyncExternalStore } from 'react';
import { unsavedStore } from '#ui/dialogs/unsaved.ts';
import { Icon } from '#ui/Icon.tsx';
import { acceptUpdate, updateStore } from '../update.ts';

/**
 * Says in the header that a new version is ready and what it waits for (SYNC rule 44). The text takes free space left of all buttons of the header. A
 * notice above the screen would move buttons under a finger. If the header is too narrow for the text, the tooltip and screen readers still have it.
 */
export function NewVersion({ sending }: { sending: boolean }) {
  const { state } = useSyncExternalStore(updateStore.subscribe, updateStore.read);
  const typed = useSyncExternalStore(unsavedStore.subscribe, unsavedStore.read);
  if (state === 'none') return null;
  const words =
    state === 'stuck'
      ? 'Close the other tabs of this app to finish the update.'
      : state === 'replaced'
        ? 'The app was updated in another tab.'
        : 'A new version of the app is ready.';
  const wait = typed && state !== 'stuck' ? 'First save or discard what you typed.' : '';
  return (
    <span
      data-new-version
      title={`${words} ${wait}`.trim()}
      // The amber header of a phone has space only for the waiting changes. The new version is offered again when the connection is back.
      className="flex shrink-0 items-center gap-2 whitespace-nowrap max-[26rem]:in-data-offline:hidden"
    >
      <span role="status" aria-label="New version" className="new-version-words text-xs leading-4 text-brand-soft">
        <span className="block">{words}</span>
        {wait && <span className="block">{wait}</span>}
      </span>
      <button
        type="button"
        disabled={sending || typed}
        onClick={acceptUpdate}
        className="flex min-h-tap items-center gap-2 rounded-field border border-brand-line px-3 text-sm font-semibold hover:bg-brand-raised disabled:opacity-60 max-xl:size-12 max-xl:justify-center max-xl:px-0"
      >
        <Icon name="download" size={20} />
        <span className="max-xl:sr-only">{state === 'replaced' ? 'Reload' : 'Update'}</span>
      </button>
    </span>
  );
}
