import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { allQuery } from '#client/reads/queries.ts';
import { seller } from '#contract/network/seller.ts';
import { plural } from '#domain/plural.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { usePrinting } from '#ui/hooks/usePrinting.ts';
import type { Paper } from './paper.ts';
import { type PaperSize, Receipt } from './Receipt.tsx';

const SIZES: { size: PaperSize; label: string; note: string }[] = [
  { size: 'a4', label: 'A4', note: 'Office printer' },
  { size: 'roll', label: '80 mm', note: 'Receipt printer' },
];

/** Prints a transfer's paper and nothing else of the screen, also with the browser's own print command. */
export function PrintButton({ paper, isIcon = false }: { paper: Paper; isIcon?: boolean }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {isIcon ? (
        <IconButton icon="print" label="Print" onClick={() => setAsking(true)} />
      ) : (
        <Button icon="print" onClick={() => setAsking(true)}>
          Print
        </Button>
      )}
      <PrintDialog papers={[paper]} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}

/**
 * Asks for the size of the paper and prints all papers at once, each on pages of its own. The page size is a named `@page` in theme.css, because our
 * content security policy forbids styles made at run time.
 */
export function PrintDialog({
  papers,
  open,
  onClose,
}: {
  papers: readonly Paper[];
  open: boolean;
  onClose: () => void;
}) {
  const [size, setSize] = useState<PaperSize>(() =>
    readLocal('paper', { size: 'a4' }).size === 'roll' ? 'roll' : 'a4',
  );
  /** The time of the running print in epoch seconds. Only then the paper is part of the page. */
  const printed = usePrinting();
  const addressOf = useHubAddresses(
    (open || printed !== null) && papers.some(({ hubs }) => hubs.from !== null || hubs.to !== null),
  );
  const print = () => {
    writeLocal('paper', { size });
    onClose();
    // Printing starts after the dialog is gone, because the browser prints the page as it is.
    setTimeout(() => window.print());
  };
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="Print"
        description={provisionalText(papers)}
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
                onChange={() => setSize(one.size)}
              />
              <span>
                <span className="block font-semibold">{one.label}</span>
                <span className="block text-sm text-ink-faint">{one.note}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </Dialog>
      {printed !== null &&
        createPortal(
          papers.map((paper, index) => (
            <div
              key={paper.ref ?? index}
              data-sheet={size === 'a4' ? 'a4' : rollOf(paper.lines.length)}
              className={index === 0 ? undefined : 'break-before-page'}
            >
              <Receipt {...{ paper, size, printed, addressOf }} />
            </div>
          )),
          document.body,
        )}
    </>
  );
}

/** Where each hub is, by its id: from the server, else from the copy that the tablet has for its pickers. '' where neither says it. */
function useHubAddresses(enabled: boolean): (hub: string | null) => string {
  const { data } = useQuery({ ...allQuery(seller), enabled });
  return (hub) => data?.data.find((one) => one._id === hub)?.address ?? '';
}

function provisionalText(papers: readonly Paper[]): string | undefined {
  const open = papers.filter((paper) => !paper.completed).length;
  if (open === 0) return undefined;
  return papers.length === 1
    ? 'The print will say PROVISIONAL until the server confirms.'
    : plural(
        open,
        '# paper will say PROVISIONAL: its transfer is not completed.',
        '# papers will say PROVISIONAL: their transfers are not completed.',
      );
}

/**
 * The page length for a number of lines. Receipt printers feed the whole page, so a short list gets a short page. The names are those in theme.css.
 */
function rollOf(lines: number): 'roll-short' | 'roll-middle' | 'roll-long' {
  return lines <= 3 ? 'roll-short' : lines <= 10 ? 'roll-middle' : 'roll-long';
}
