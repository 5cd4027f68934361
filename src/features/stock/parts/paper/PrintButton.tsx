import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { allQuery } from '#client/reads/queries.ts';
import { seller } from '#contract/network/seller.ts';
import { useSession } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { usePrinting } from '#ui/hooks/usePrinting.ts';
import { usePaperKey } from '#ui/hooks/usePrintKey.ts';
import { PrintQuestion, sheetOf, usePaperSize } from './PrintQuestion.tsx';
import type { Paper } from './paper.ts';
import { Receipt } from './Receipt.tsx';

/** Prints a transfer's paper and no other part of the screen. The browser's own print command does the same. `paper`: null while it is not loaded. */
export function PrintButton({ paper, isIcon = false }: { paper: Paper | null; isIcon?: boolean }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {isIcon ? (
        <IconButton icon="print" label="Print" onClick={() => setAsking(true)} />
      ) : (
        <Button icon="print" disabled={paper === null} onClick={() => setAsking(true)}>
          Print
        </Button>
      )}
      <PrintDialog papers={paper ? [paper] : []} open={asking} onClose={() => setAsking(false)} />
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
  onAgain,
}: {
  papers: readonly Paper[];
  open: boolean;
  onClose: () => void;
  /** Opens the papers again if they are dropped after a print. */
  onAgain?: () => void;
}) {
  const [size, setSize] = usePaperSize();
  /** The time of the running print in epoch seconds, or null. The papers are part of the page only while they are printed. */
  const printed = usePrinting();
  const by = useSession().profile?.name;
  const [isNear, setNear] = useState(false);
  const { addressOf, isReading } = useHubAddresses(
    (open || isNear || printed !== null) && papers.some(({ hubs }) => hubs.from !== null || hubs.to !== null),
  );
  usePaperKey(isReading, () => setNear(true));
  return (
    <>
      <PrintQuestion
        {...{ open, onClose, size, isReading, onAgain }}
        onSize={setSize}
        description={provisionalText(papers)}
      />
      {printed !== null &&
        createPortal(
          papers.map((paper, index) => (
            <div
              key={paper.ref ?? index}
              data-sheet={sheetOf(size, paper.lines.length)}
              className={index === 0 ? undefined : 'break-before-page'}
            >
              <Receipt {...{ paper, size, printed, by, addressOf }} />
            </div>
          )),
          document.body,
        )}
    </>
  );
}

/** The address of each hub, by hub id, from the server or from the saved list of the pickers. '' if neither has it. */
export function useHubAddresses(enabled: boolean): { addressOf: (hub: string | null) => string; isReading: boolean } {
  const { data, isLoading } = useQuery({ ...allQuery(seller), enabled });
  return { addressOf: (hub) => data?.data.find((one) => one._id === hub)?.address ?? '', isReading: isLoading };
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
