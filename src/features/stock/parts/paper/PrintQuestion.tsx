import { useEffect, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { useIsMounted } from '#ui/hooks/useIsMounted.ts';
import { PRINT_PATIENCE } from '#ui/hooks/usePrintKey.ts';

export type PaperSize = 'a4' | 'roll';

const SIZES: { size: PaperSize; label: string; note: string }[] = [
  { size: 'a4', label: 'A4', note: 'Office printer' },
  { size: 'roll', label: '80 mm', note: 'Receipt printer' },
];

/** The size of the last print on this device. Null: nothing was printed here yet. */
function lastSize(): PaperSize | null {
  const { size } = readLocal<{ size?: unknown }>('paper', {});
  return size === 'a4' || size === 'roll' ? size : null;
}

/** The paper size of the last print on this device. */
export const usePaperSize = () => useState<PaperSize>(() => lastSize() ?? 'a4');

/**
 * The name of the page size in theme.css, because our content security policy forbids styles that are made at run time. Receipt printers feed the whole
 * page, so a short list has a short page.
 */
export function sheetOf(size: PaperSize, lines: number): 'a4' | 'roll-short' | 'roll-middle' | 'roll-long' {
  if (size === 'a4') return size;
  return lines <= 3 ? 'roll-short' : lines <= 10 ? 'roll-middle' : 'roll-long';
}

interface Props {
  open: boolean;
  onClose: () => void;
  size: PaperSize;
  onSize: (size: PaperSize) => void;
  description?: string | undefined;
  /** A part of the paper is being read. */
  isReading?: boolean;
  /** Opens the papers again if they are dropped after a print. */
  onAgain?: (() => void) | undefined;
}

/**
 * Prints on the paper of the last print on this device, and offers the other size in the message. Before the first print it asks for the size.
 */
export function PrintQuestion({ open, onClose, size, onSize, description, isReading = false, onAgain }: Props) {
  const [isKnown, setKnown] = useState(() => lastSize() !== null);
  const here = useIsMounted();
  const print = useEvent((on: PaperSize) => {
    writeLocal('paper', { size: on });
    setKnown(true);
    onSize(on);
    onClose();
    const [printed, other] = on === 'a4' ? SIZES : [...SIZES].reverse();
    // Printing starts after the dialog is gone, because the browser prints the page as it is.
    setTimeout(() => {
      window.print();
      if (printed && other)
        toast('info', [`Printing on ${printed.label}.`, description].filter(Boolean).join(' '), {
          label: `Print on ${other.label}`,
          run() {
            if (here.current) return print(other.size);
            // The screen that showed the paper was left, or it dropped its papers after the print.
            writeLocal('paper', { size: other.size });
            if (onAgain) onAgain();
            else toast('info', `The next print is on ${other.label}.`);
          },
        });
    });
  });
  const isAtOnce = open && isKnown;
  useEffect(() => {
    if (!isAtOnce) return;
    const timer = setTimeout(() => print(lastSize() ?? 'a4'), isReading ? PRINT_PATIENCE : 0);
    return () => clearTimeout(timer);
  }, [isAtOnce, isReading, print]);
  return (
    <Dialog
      open={open && !isKnown}
      onClose={onClose}
      title="Print"
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" icon="print" onClick={() => print(size)}>
            Print
          </Button>
        </>
      }
    >
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="mb-1.5 text-sm font-semibold">Paper</legend>
        {SIZES.map((one) => (
          <label
            key={one.size}
            className={classes(
              'flex min-h-tap cursor-pointer items-center gap-3 rounded-field border px-4 py-3',
              size === one.size ? 'border-accent bg-accent-soft' : 'border-line-strong',
            )}
          >
            <input
              type="radio"
              name="paper"
              className="size-5 accent-(--accent)"
              checked={size === one.size}
              onChange={() => onSize(one.size)}
            />
            <span>
              <span className="block font-semibold">{one.label}</span>
              <span className="block text-sm text-ink-faint">{one.note}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
