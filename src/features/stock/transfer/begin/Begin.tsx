import { useSetSearch } from '#crud/address.ts';
import { useSession } from '#crud/query/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { type KindFacts, STEPS } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { Page } from '#ui/Page.tsx';
import { Steps } from '#ui/Steps.tsx';
import { tellNotSaved, tellVerdict } from '../tell.ts';
import { ExpectedCards } from './ExpectedCards.tsx';
import { Ready } from './ready.tsx';
import { remember } from './remembered.ts';
import { SomethingElse } from './SomethingElse.tsx';
import { useExpected } from './useExpected.ts';

/** The first screen of a kind: the transfers that wait to be counted, and the beginning of another one. */
export function Begin({ kind }: { kind: KindFacts }) {
  const setSearch = useSetSearch();
  const me = useSession().profile?.user_id;
  const list = useExpected(kind);
  const begin = async (header: TransferHeader) => {
    try {
      const { save, store } = theQueue();
      const saved = await save(null, (to) => to.createTransfer(header));
      const transfer = saved.sent ?? saved.value;
      if (me) remember(me, kind, header);
      if (saved.sent === null) {
        // The transfer is saved even if the queue cannot be read now. A second press would begin another transfer.
        const [op] = await store.read((tx) => tx.opsOf(transfer)).catch(() => []);
        // The desk that opens says that it began. Only what waits or was refused is told.
        if (op) void tellVerdict(op.key, null);
        else toast('info', syncWords.savedHere);
      }
      await setSearch({ purchase_order_id: transfer }, { replace: true });
    } catch (error) {
      tellNotSaved(error);
    }
  };
  return (
    <Page title={kind.title} width="wizard" actions={<Ready kind={kind} />}>
      <Steps steps={STEPS} current={0} />
      <ExpectedCards kind={kind} list={list} />
      {/* Below cards that are still to come it would move. */}
      {list.cards !== null && <SomethingElse kind={kind} onBegin={begin} />}
    </Page>
  );
}
