import { useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';

export type PaperSize = 'a4' | 'roll';

const SIZES: { size: PaperSize; label: string; note: string }[] = [
  { size: 'a4', label: 'A4', note: 'Office printer' },
  { size: 'roll', label: '80 mm', note: 'Receipt printer' },
];

/** The paper size of the last print on this device. */
export const usePaperSize = () =>
  useState<PaperSize>(() => (readLocal('paper', { size: 'a4' }).size === 'roll' ? 'roll' : 'a4'));

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
}

/** Asks for the size of the paper and prints. */
export function PrintQuestion({ open, onClose, size, onSize, description }: Props) {
  const print = () => {
    writeLocal('paper', { size });
    onClose();
    // Printing starts after the dialog is gone, because the browser prints the page as it is.
    setTimeout(() => window.print());
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Print"
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" icon="print" onClick={print}>
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
