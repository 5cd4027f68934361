import { useSyncExternalStore } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import { closeToast, type ToastTone, toastStore } from './toasts.ts';
import { useMessagesPlace } from './useMessagesPlace.ts';

const LOOK: Record<Exclude<ToastTone, 'spoken'>, { icon: 'check' | 'alert' | 'cloudOff' | 'cloud'; tone: string }> = {
  good: { icon: 'check', tone: 'text-good' },
  bad: { icon: 'alert', tone: 'text-bad' },
  info: { icon: 'cloud', tone: 'text-accent' },
  connection: { icon: 'cloudOff', tone: 'text-wait' },
};

/**
 * The toasts at the bottom right (SHELL-35). Errors are announced at once, others politely. The live region exists before the first toast, as WCAG
 * 4.1.3 needs.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  useMessagesPlace(toasts);
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      data-messages
      className="no-print pointer-events-none fixed right-4 z-60 flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-2"
    >
      {toasts.map((one) =>
        one.tone === 'spoken' ? (
          <p key={one.id} className="sr-only">
            {one.text}
          </p>
        ) : (
          <div
            key={one.id}
            role={one.tone === 'bad' ? 'alert' : undefined}
            data-tone={one.tone}
            className="pointer-events-auto flex items-center gap-3 rounded-card border bg-surface-raised pl-4 shadow-pop animate-[rise_.18s_ease-out]"
          >
            <Icon name={LOOK[one.tone].icon} className={LOOK[one.tone].tone} />
            <p className="flex-1 py-3.5 text-[0.9375rem] font-medium">
              {one.text.split('\n').map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </p>
            {one.action && (
              <button
                type="button"
                className="min-h-tap px-3 font-semibold text-accent"
                onClick={() => {
                  one.action?.run();
                  closeToast(one.id);
                }}
              >
                {one.action.label}
              </button>
            )}
            <button
              type="button"
              aria-label="Close message"
              className={classes('grid size-12 place-items-center text-ink-faint')}
              onClick={() => closeToast(one.id)}
            >
              <Icon name="close" size={18} />
            </button>
          </div>
        ),
      )}
    </section>
  );
}
