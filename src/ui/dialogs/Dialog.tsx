import * as Radix from '@radix-ui/react-dialog';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '../Button.tsx';
import { classes } from '../classes.ts';
import { useMessagesBeside } from '../feedback/useMessagesPlace.ts';
import { firstFieldOf, focusAgain, focusPath } from '../fields/focus.ts';
import { useRootMark } from '../hooks/useRootMark.ts';

const MIDDLE = 'top-1/2 max-h-[calc(100dvh-2rem)] -translate-y-1/2';
const WIDTH = {
  narrow: `max-w-lg ${MIDDLE}`,
  wide: `max-w-3xl ${MIDDLE}`,
  full: `max-w-[84rem] ${MIDDLE}`,
  // The place and the height do not depend on the content.
  command: 'max-w-[42.5rem] top-3 sm:top-24 h-[min(38rem,calc(100dvh-1.5rem))] sm:h-[min(38rem,calc(100dvh-7rem))]',
};

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title; screen readers read it when the dialog opens. */
  description?: ReactNode;
  /** The description is small and beside the buttons, because the content begins with its own explanation. */
  endsWithDescription?: boolean;
  children?: ReactNode;
  /** The buttons, the safe choice first. */
  actions?: ReactNode;
  /** `full`: as wide as the screen allows, for a table of many columns. `command`: at the top, without a head; the content closes it. */
  width?: keyof typeof WIDTH;
}

/**
 * A modal dialog. The overlay is our own element: the overlay of Radix writes a style element, which our content security policy refuses. theme.css
 * stops the scrolling of the page instead.
 */
export function Dialog({ open, onClose, ...rest }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Panel {...rest} />
      </Radix.Portal>
    </Radix.Root>
  );
}

const topPanel = () => [...document.querySelectorAll('[data-panel]')].at(-1);

function Panel({
  title,
  description,
  endsWithDescription = false,
  children,
  actions,
  width = 'narrow',
}: Omit<Props, 'open' | 'onClose'>) {
  // The element that had the focus before the dialog took it. Radix returns the focus only to its own trigger, and we have none.
  const [opener] = useState(focusPath);
  const panel = useRef<HTMLDivElement>(null);
  useRootMark('covered');
  useMessagesBeside();
  /**
   * Whether Escape or a press outside must not close this dialog: another dialog is open above it, or one of its buttons is busy and the response
   * may be a question about the typed values. This reads the DOM, because Radix registers a dialog above this one a little later than it is visible,
   * and would close both until then.
   */
  const isHeld = () => topPanel() !== panel.current || panel.current?.querySelector('button[aria-busy="true"]') != null;
  return (
    <>
      <div data-dialog className="fixed inset-0 z-40 bg-[#0b0e1c]/55" />
      <Radix.Content
        ref={panel}
        data-panel
        {...(description ? {} : { 'aria-describedby': undefined })}
        onEscapeKeyDown={(event) => {
          // The first Escape closes an open list of choices, the second one the dialog.
          const isList =
            event.target instanceof Element && event.target.matches('[role="combobox"][aria-expanded="true"]');
          if (isList || isHeld()) event.preventDefault();
        }}
        onInteractOutside={(event) => {
          if (isHeld()) event.preventDefault();
        }}
        onOpenAutoFocus={(event) => {
          const first = firstFieldOf(panel.current);
          if (!first) return;
          event.preventDefault();
          first.focus();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // The library calls this a moment after the dialog is gone. A dialog that was opened meanwhile keeps the focus.
          const top = topPanel();
          focusAgain(top ? opener.filter((one) => top.contains(one)) : opener);
        }}
        className={classes(
          'fixed inset-x-3 z-50 mx-auto flex flex-col overflow-hidden rounded-card border bg-surface shadow-pop animate-[rise_.16s_ease-out]',
          WIDTH[width],
        )}
      >
        {width === 'command' ? (
          <>
            <Radix.Title className="sr-only">{title}</Radix.Title>
            {children}
          </>
        ) : (
          <>
            <div data-head className="flex items-start justify-between gap-3 border-b py-2 pl-5 pr-2">
              <Radix.Title className="py-2.5 text-lg font-semibold leading-snug">{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton icon="close" label="Close" />
              </Radix.Close>
            </div>
            <div className="flex flex-col gap-4 overflow-y-auto px-5 py-4">
              {description && !endsWithDescription && (
                <Radix.Description className="text-ink-soft">{description}</Radix.Description>
              )}
              {children}
            </div>
          </>
        )}
        {actions && (
          <div
            data-actions
            className="flex flex-wrap items-center justify-end gap-2 border-t bg-surface-sunken px-5 py-3"
          >
            {endsWithDescription && (
              <Radix.Description className="flex-1 basis-full text-sm sm:basis-56 leading-snug text-ink-soft">
                {description}
              </Radix.Description>
            )}
            {actions}
          </div>
        )}
      </Radix.Content>
    </>
  );
}
