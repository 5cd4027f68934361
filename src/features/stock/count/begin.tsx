import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { queryFor } from '#client/reads/queries.ts';
import { stocktakesAll, warehousesToCount } from '#contract/stock/stocktakeCalls.ts';
import { useGo, useSearchValues } from '#crud/address.ts';
import { TextLink } from '#crud/Link.tsx';
import { choiceState } from '#crud/query/choiceState.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { containsWords } from '#domain/text.ts';
import type { OpenPayload } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { useRootMark } from '#ui/hooks/useRootMark.ts';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { type CountedPlace, type OpenCount, recountsElsewhere } from '../parts/counts/openHere.ts';
import { rememberedOf } from '../transfer/begin/remembered.ts';
import { tellNotSaved } from '../transfer/tell.ts';
import { BeginForm } from './begin/BeginForm.tsx';
import { OpenOnes, useOpenStocktakes } from './begin/OpenOnes.tsx';

const KEY = 'count_warehouse';
const ELSEWHERE = 'Your counts in other hubs';
const AGAIN = 'A recount is needed';

/** Lists the open stocktakes of a hub and begins another one (STK-31). Without a server it uses what this tablet knows. */
export function Screen() {
  useRootMark('finger');
  const me = useSession().profile?.user_id ?? '';
  const mayCreateHub = useCan('create_seller');
  const query = useQuery(queryFor(warehousesToCount, {}));
  const open = useQuery(queryFor(stocktakesAll, { status: 'open' }));
  const { warehouse: inAddress } = useSearchValues();
  const [last, setLast] = useState(() => readLocal<Record<string, string>>(KEY, {})[me]);
  const all = query.data?.data ?? [];
  const { hub } = rememberedOf(me);
  const chosen =
    all.find((one) => one._id === (last ?? inAddress)) ??
    all.find((one) => one.seller_id !== null && one.seller_id === hub) ??
    (all.length === 1 ? all[0] : undefined);
  const known = useOpenStocktakes(open.data, query.data);
  const isHere = (one: OpenCount) => one.warehouse_id === chosen?._id;
  // The stocktakes of the chosen hub come first. If no hub is chosen, they are those in which the person counts or counted.
  const here = chosen ? known.filter(isHere) : known.filter((one) => one.isMember);
  const elsewhere = chosen ? known.filter((one) => one.isMember && !isHere(one)) : [];
  const again = recountsElsewhere(known, chosen?._id, all);
  const take = (id: string) => {
    writeLocal(KEY, { ...readLocal(KEY, {}), [me]: id });
    setLast(id);
  };
  const go = useGo();
  const begin = async (payload: OpenPayload) => {
    try {
      const saved = await theQueue().save(null, (outbox) => outbox.openStocktake(payload));
      void theQueue().flusher.flush();
      await go(`/inventory/count/${saved.sent ?? saved.value.stocktake}`);
    } catch (error) {
      tellNotSaved(error);
    }
  };
  return (
    <Page title="Count" note="Stocktakes of a hub">
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <div className="max-w-md">
        <Picker
          label="Hub"
          options={all.map((one) => ({ value: one._id, label: one.name }))}
          matches={(option, text) => containsWords(option.label, text)}
          placeholder="Choose a hub"
          value={chosen?._id ?? ''}
          onChange={take}
          {...choiceState(query)}
        />
      </div>
      {query.data && all.length === 0 && (
        <EmptyState title={mayCreateHub ? 'There is no hub to count in yet' : 'You may not count in any hub yet'}>
          {mayCreateHub ? (
            <TextLink to="/sellers/create">{emptyTexts.first}</TextLink>
          ) : (
            'Ask an administrator for a hub.'
          )}
        </EmptyState>
      )}
      {open.isPending && known.length === 0 ? (
        <QueryCard query={open} rows={1}>
          {() => null}
        </QueryCard>
      ) : (
        <>
          {here.length > 0 && <OpenOnes all={here} label="Open stocktakes" isFirst isNamed={!chosen} />}
          {chosen && here.length === 0 && (
            <QueryCard query={open} rows={1}>
              {() => <p className="text-ink-soft">No stocktake is open in {chosen.name}.</p>}
            </QueryCard>
          )}
          <Elsewhere all={elsewhere} title={ELSEWHERE} />
          <Elsewhere all={again} title={AGAIN} />
        </>
      )}
      {!chosen && all.length > 1 && <Hubs hubs={all} {...{ known }} onTake={take} />}
      {chosen && (
        <BeginForm
          key={chosen._id}
          warehouse={chosen}
          isJoin={here.length > 0}
          isSecond={here.length > 0}
          onBegin={begin}
        />
      )}
    </Page>
  );
}

/** Open stocktakes of other hubs. Shows nothing if there are none. */
const Elsewhere = ({ all, title }: { all: readonly OpenCount[]; title: string }) =>
  all.length > 0 && (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      <OpenOnes all={all} label={title} isFirst={false} isNamed />
    </section>
  );

/** The number of hubs shown as tiles. The picker finds all other places. */
const TILES = 12;

/** Chooses a hub with one press. Hubs with an open stocktake come first, because somebody counts there now. */
function Hubs({
  hubs,
  known,
  onTake,
}: {
  hubs: readonly CountedPlace[];
  /** The open stocktakes, as in the list above the tiles. */
  known: readonly OpenCount[];
  onTake: (id: string) => void;
}) {
  const openIn = ({ _id }: CountedPlace) => known.find((one) => one.warehouse_id === _id);
  const own = hubs.filter((one) => one.seller_id !== null);
  const shown = [...(own.length > 0 ? own : hubs)]
    .sort((a, b) => Number(openIn(b) !== undefined) - Number(openIn(a) !== undefined))
    .slice(0, TILES);
  return (
    <section aria-label="Hubs" className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">Which hub do you count?</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((one) => (
          <li key={one._id}>
            <button
              type="button"
              className="flex min-h-18 w-full items-center gap-3 rounded-card border bg-surface px-4 py-2 text-left shadow-card hover:bg-surface-sunken"
              onClick={() => onTake(one._id)}
            >
              <Icon name="warehouse" size={24} className="shrink-0 text-ink-soft" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold leading-tight [overflow-wrap:anywhere]">{one.name}</span>
                <span className="figures block text-sm text-ink-soft">{openText(openIn(one))}</span>
              </span>
              <Icon name="next" className="shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      {hubs.length > shown.length && (
        <p className="text-sm text-ink-soft">
          {hubs.length - shown.length} more places, also those of associates: search in the field above.
        </p>
      )}
    </section>
  );
}

const openText = (open: OpenCount | undefined): string =>
  open ? `${open.ref || 'A stocktake'} is open` : 'No stocktake is open';
