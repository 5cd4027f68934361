import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { oneQuery } from '#client/reads/queries.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { PrintDialog } from '../stock/parts/paper/PrintButton.tsx';
import { type Paper, paperOfOrder } from '../stock/parts/paper/paper.ts';

/** The most papers of one print. More papers would mean many reads, and are probably a mistake. */
const MOST = 50;

/** Prints the chosen purchase orders, one paper for each. Rows of a list have no lines, so each record is read first. */
export function PrintChosen({ ids }: { ids: readonly string[] }) {
  const client = useQueryClient();
  const [papers, setPapers] = useState<readonly Paper[]>([]);
  const [asking, setAsking] = useState(false);
  const [reading, setReading] = useState(false);
  useEffect(() => {
    if (papers.length === 0) return;
    const done = () => setPapers([]);
    window.addEventListener('afterprint', done);
    return () => window.removeEventListener('afterprint', done);
  }, [papers]);
  const read = async () => {
    if (ids.length > MOST) return toast('info', `Choose ${MOST} at most to print together.`);
    setReading(true);
    try {
      const read: Paper[] = [];
      for (const id of ids) {
        const [order] = (await client.fetchQuery(oneQuery(purchaseOrder, id))).data;
        read.push(paperOfOrder(order));
      }
      setPapers(read);
      setAsking(true);
    } catch (error) {
      toast('bad', messageFor(error));
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <Button icon="print" busy={reading} onClick={() => void read()}>
        Print {ids.length}
      </Button>
      {papers.length > 0 && (
        <PrintDialog papers={papers} open={asking} onClose={() => setAsking(false)} onAgain={() => void read()} />
      )}
    </>
  );
}
