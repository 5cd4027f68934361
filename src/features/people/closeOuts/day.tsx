import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type CloseOutDay, closeOutDay } from '#contract/closeout/closeOutCalls.ts';
import { useId, useSearchValues } from '#crud/address.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { Loaded } from '#crud/query/Loaded.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useCan, useContact, useSession } from '#crud/query/useSession.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { syncWords } from '#domain/syncWords.ts';
import { epochOf, startOfDay } from '#domain/time.ts';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { dayText, momentText } from '#ui/when.ts';
import { PrintCloseOut } from './CloseOutPaper.tsx';
import { DayGoods, DayMoney, MONEY_WORDS } from './DayFigures.tsx';
import { Drawn } from './SignaturePad.tsx';

const dialogs = () => import('./CloseDialogs.tsx');
const CloseDialog = lazyPart(dialogs, 'CloseDialog');
const ReopenDialog = lazyPart(dialogs, 'ReopenDialog');

/** One day of an associate: cash, goods, both signatures (CLO-08). The address says the day in epoch seconds; without one it is today. */
export function Screen() {
  const id = useId();
  const { day } = useSearchValues();
  const [today] = useState(() => startOfDay(Date.now() / 1_000));
  const query = useQuery(queryFor(closeOutDay, { sales_officer_id: id, day: epochOf(day) ?? today }));
  return (
    <Loaded query={query} title="Close-out" missing="Delivery associate not found">
      {(day) => <OneDay day={day} at={query.data?.copy ? query.data.at : null} />}
    </Loaded>
  );
}

/** `at`: the age of the stored copy in epoch ms; null: the server's answer is shown. */
function OneDay({ day, at }: { day: CloseOutDay; at: number | null }) {
  const { online } = useContact();
  const { profile } = useSession();
  const mayClose = useCan('close_day');
  const mayReopen = useCan('reopen_day');
  const [asking, setAsking] = useState<'close' | 'reopen' | null>(null);
  const { closed } = day;
  const asleep = !online || at !== null;
  const shown = closed?.signed ?? day.now;
  const end = () => setAsking(null);
  return (
    <Page
      title={`${day.officer.name}, ${dayText(day.day)}`}
      note={
        closed
          ? `Closed by ${closed.taker.name}, ${momentText(closed.closed_at)}. ${closed.ref}`
          : `${day.hub.name}. Open.`
      }
      actions={
        <>
          {closed && <PrintCloseOut day={day} closed={closed} />}
          {closed && mayReopen && (
            <ServerButton disabled={asleep} onClick={() => setAsking('reopen')}>
              Open again
            </ServerButton>
          )}
          {!closed && mayClose && (
            <ServerButton look="primary" icon="check" disabled={asleep} onClick={() => setAsking('close')}>
              Close day
            </ServerButton>
          )}
        </>
      }
    >
      {at !== null && <StoredCopy at={at} />}
      {asleep && (mayClose || mayReopen) && (
        <Notice tone="wait" icon="cloudOff">
          {syncWords.needsConnection}
        </Notice>
      )}
      {closed && day.changed_since && <AfterTheClose day={day} signed={closed.signed} />}
      <DayMoney sums={shown} label="Money" />
      <DayGoods sums={shown} />
      {closed && (
        <Card label="Signatures">
          <div className="grid gap-5 sm:grid-cols-2">
            {[closed.officer, closed.taker].map((one) => (
              <figure key={one.name} className="min-w-0 border-b pb-2">
                {one.typed ? (
                  <p className="py-6 text-lg italic">{one.mark}</p>
                ) : (
                  <Drawn path={one.mark} label={`Signature of ${one.name}`} />
                )}
                <figcaption className="text-sm text-ink-soft">{one.typed ? `${one.name}, typed` : one.name}</figcaption>
              </figure>
            ))}
          </div>
          {closed.note && <p className="mt-3">{closed.note}</p>}
        </Card>
      )}
      {day.before.length > 0 && (
        <Card label="Opened again">
          <ul className="flex flex-col gap-2">
            {day.before.map((one) => (
              <li key={one._id}>
                {`${one.ref}, signed ${momentText(one.closed_at)}, still to hand in ${showNaira(one.signed.money.cash_left)}. Opened again by ${one.reopened_by ?? ''}: ${one.reopened_note}`}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Suspense>
        {asking === 'close' && <CloseDialog day={day} taker={profile?.name ?? ''} onClose={end} />}
        {asking === 'reopen' && <ReopenDialog day={day} onClose={end} />}
      </Suspense>
    </Page>
  );
}

/** What changed in the ledgers since the day was signed (CLO-09). */
function AfterTheClose({ day, signed }: { day: CloseOutDay; signed: CloseOutDay['now'] }) {
  const moved = MONEY_WORDS.filter(([name]) => koboOf(day.now.money[name]) !== koboOf(signed.money[name]));
  return (
    <Notice tone="wait" icon="alert">
      {moved.length === 0
        ? 'Goods moved after the day was closed. The signed figures stay as they are.'
        : `After the close: ${moved.map(([name, words]) => `${words} ${showNaira(day.now.money[name])}`).join(', ')}. The signed figures stay as they are.`}
    </Notice>
  );
}
