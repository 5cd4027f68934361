import { useEffect } from 'react';
import { isPlain } from '#client/server/shown.ts';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { Link } from '#crud/Link.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { type KindFacts, STEPS } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { Steps } from '#ui/Steps.tsx';
import { handoverTexts } from '../../parts/handoverTexts.ts';
import { usePartyOptions } from '../../parts/parties.ts';
import { prepareByItself } from '../../parts/ready/preparing.ts';
import { Ready } from '../../parts/ready/ready.tsx';
import { keepNamedGoods } from '../desk/entry/keptFigure.ts';
import { tellNotSaved, tellSavedHere, tellVerdict } from '../tell.ts';
import { ExpectedCards } from './ExpectedCards.tsx';
import { namedGoods } from './namedGoods.ts';
import { remember, rememberedOf } from './remembered.ts';
import { SomethingElse } from './SomethingElse.tsx';
import { UnsellableCards } from './Unsellable.tsx';
import { useExpected } from './useExpected.ts';
import { useScanToOpen } from './useScanToOpen.ts';
import { WORDS } from './words.ts';

/** The hub in which this person works, for rejections to distributors. Null: another kind of transfer, or the hub is unknown. */
function useHubOfRejections(kind: KindFacts, me: string): { _id: string; name: string } | null {
  const hubs = usePartyOptions('seller').options;
  const { hub: last } = rememberedOf(me);
  const hub = hubs.find(({ value }) => value === last) ?? (hubs.length === 1 ? hubs[0] : undefined);
  return hub && kind.kind === 'shipment_out' ? { _id: hub.value, name: hub.label } : null;
}

const isOfFingers = () => matchMedia('(pointer: coarse)').matches;

/** The first screen of a kind: the transfers that wait to be counted, and the way to begin another one. */
export function Begin({ kind }: { kind: KindFacts }) {
  const setSearch = useSetSearch();
  const me = useSession().profile?.user_id;
  const takes = useCan('take_handover') && kind.kind === 'shipment_in' && !isPlain();
  const list = useExpected(kind);
  const { found, refused } = useScanToOpen(kind, list.cards);
  const hub = useHubOfRejections(kind, me ?? '');
  const named = namedGoods(useSearchValues());
  // The lines of a new card are loaded onto this tablet.
  useEffect(() => {
    if (list.readAt !== null) void prepareByItself(kind);
  }, [kind, list.readAt]);
  /**
   * Begins a transfer. `lazily`: after a single press. The first line then creates the transfer, so that an accidental press makes no record, and the
   * same press finds it again. `address`: what the next screen does first.
   */
  const begin = async (header: TransferHeader, lazily: boolean, address: { back?: string } = {}) => {
    try {
      const { save, store, outbox } = theQueue();
      // If the tablet cannot store it, the transfer is created at the server at once.
      const kept = lazily ? await outbox.beginTransfer(header).catch(() => null) : null;
      if (kept !== null) {
        if (me) remember(me, kind, header);
        if (me && named) keepNamedGoods(me, kept, named);
        await setSearch({ purchase_order_id: kept, ...address });
        return;
      }
      const saved = await save(null, (to) => to.createTransfer(header));
      const transfer = saved.sent ?? saved.value;
      if (me) remember(me, kind, header);
      if (me && named) keepNamedGoods(me, transfer, named);
      if (saved.sent === null) {
        // The transfer is saved even if the queue cannot be read now. A second press would begin another transfer.
        const [op] = await store.read((tx) => tx.opsOf(transfer)).catch(() => []);
        // The desk that opens shows that the transfer began, so a message comes only if the change waits or was refused.
        if (op) void tellVerdict(op.key, null);
        else tellSavedHere(transfer);
      }
      await setSearch({ purchase_order_id: transfer, ...address });
    } catch (error) {
      tellNotSaved(error);
    }
  };
  return (
    // The documents' width of 750 px leaves half of a tablet in landscape empty, and the cards of a morning would end below the window.
    <Page
      title={kind.title}
      width={isOfFingers() ? 'full' : 'wizard'}
      actions={
        <>
          {takes && (
            <Link to="/handovers" search={{ take: 'on' }} className={`${buttonClasses('plain')} beside-title`}>
              <Icon name="camera" /> {handoverTexts.takeTitle}
            </Link>
          )}
          <Ready kind={kind} />
        </>
      }
    >
      <Steps steps={STEPS} current={0} />
      {named && (
        <Notice tone="info">
          {WORDS[kind.kind].firstWho} Then comes: <strong>{named.words}</strong>.
        </Notice>
      )}
      <ExpectedCards kind={kind} list={list} found={found} />
      {/* Shown after the cards are known, because late cards would move it. */}
      {list.cards !== null && hub && <UnsellableCards kind={kind} hub={hub} onBegin={begin} />}
      {list.cards !== null && (
        <SomethingElse {...{ kind, refused }} cards={list.cards} isOnly={list.cards.length === 0} onBegin={begin} />
      )}
    </Page>
  );
}
