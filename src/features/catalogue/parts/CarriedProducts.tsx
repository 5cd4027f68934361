import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type BulkRow, writeRows } from '#client/bulk.ts';
import { allQuery, linkedQuery } from '#client/reads/queries.ts';
import { newUuid } from '#client/uuid.ts';
import { product } from '#contract/catalogue/product.ts';
import type { Model } from '#contract/model.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { LeaveGuard } from '#crud/form/LeaveGuard.tsx';
import { combineQueries, QueryCard } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { PRODUCT_PAGE_SIZES } from '#domain/limits.ts';
import { containsWords } from '#domain/text.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { FILTER_BAR } from '#ui/classes.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { CheckField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { Pager } from '#ui/tables/Pager.tsx';
import { kitTexts } from '#ui/texts.ts';
import { NOTHING_CHANGED, whenReady } from '#ui/whenReady.ts';
import { brandAndMaker } from './brandAndMaker.ts';
import {
  type Carriable,
  type CarriedChanges,
  type CarriedLink,
  isOn,
  leftOver,
  mark,
  offered,
  stillWanted,
  toSend,
} from './carried.ts';
import { MakerTree } from './MakerTree.tsx';

interface Props {
  /** The owner's name: "Golden Gate Foods". */
  name: string;
  /** The model of the links: distributor_product or category_product. */
  link: Model;
  /** The owner's field in the links, `distributor_id` or `category_id`. `id` is its value. */
  field: string;
  id: string;
}

const newKey = newUuid;

/** Chooses products one by one, by brand or by manufacturer. Save sends only what changed (DIST-06 to DIST-09, CAT-03). */
export function CarriedProducts({ name, link, field, id }: Props) {
  const products = useQuery(allQuery(product));
  const carried = useQuery(linkedQuery(link, field, id));
  const [wishes, setWishes] = useState<CarriedChanges>(new Map());
  const [search, setSearch] = useState('');
  const [within, setWithin] = useState<string | null>(null);
  const [paging, setPaging] = useState({ page: 1, per_page: 50 });
  const [busy, setBusy] = useState(false);
  // `link` is one of two models, and rows of both have these fields.
  const links = useMemo(
    () => new Map(((carried.data?.data ?? []) as unknown as CarriedLink[]).map((one) => [one.product_id, one])),
    [carried.data],
  );
  const changes = useMemo(() => stillWanted(wishes, links), [wishes, links]);
  const all = useMemo<Carriable[]>(() => offered(products.data?.data ?? [], links), [products.data, links]);
  const on = (productId: string) => isOn(productId, links, changes);
  const set = (ids: readonly string[], next: boolean) => setWishes(mark(ids, next, links, changes, newKey));
  const shown = all.filter(
    (one) =>
      (within === null || one.brand._id === within || one.manufacturer._id === within) &&
      (search === '' || containsWords(`${one.name} ${one.brand.name} ${one.manufacturer.name}`, search)),
  );
  const save = async () => {
    setBusy(true);
    const { create, update } = toSend(changes, links);
    const verdicts = new Map<string, { code: number; message: string; data: unknown }>();
    const send = async (call: string, shared: Record<string, string>, rows: BulkRow[]) => {
      if (rows.length === 0) return;
      for (const [key, verdict] of (await writeRows(`${link.name}/${call}`, shared, rows)).verdicts)
        verdicts.set(key, verdict);
    };
    try {
      await send('create_bulk', { [field]: id }, create);
      await send('update_bulk', {}, update);
      const refused = [...verdicts.values()].find((verdict) => verdict.code !== 200);
      if (refused) toast('bad', refused.message);
      else toast('good', `${name} products successfully updated.`);
    } catch (error) {
      toast('bad', messageFor(error));
    } finally {
      setWishes((before) => leftOver(before, verdicts, newKey));
      setBusy(false);
    }
  };
  const both = combineQueries(products, carried);
  const count = all.filter((one) => on(one._id)).length;
  return (
    <Page
      title={name}
      note={both.data ? `${count} of ${all.length} products` : '\u00a0'}
      actions={
        <>
          {changes.size > 0 && <Button onClick={() => setWishes(new Map())}>{kitTexts.discard}</Button>}
          <ServerButton
            look="primary"
            busy={busy}
            {...whenReady(changes.size === 0 && NOTHING_CHANGED, () => void save())}
          >
            {changes.size === 0 ? 'Save' : `Save (${changes.size})`}
          </ServerButton>
        </>
      }
    >
      <QueryCard query={both}>
        {() => (
          <div className="grid items-start gap-5 lg:grid-cols-[20rem_1fr]">
            <Card padded={false} label="Manufacturers and brands">
              <MakerTree
                products={all}
                on={on}
                onSet={set}
                within={within}
                onWithin={(next) => {
                  setWithin(next);
                  setPaging((before) => ({ ...before, page: 1 }));
                }}
              />
            </Card>
            <Card padded={false} label="Products">
              <div className={FILTER_BAR}>
                <SearchBox
                  label="Search products"
                  value={search}
                  onSearch={(text) => {
                    setSearch(text);
                    setPaging((before) => ({ ...before, page: 1 }));
                  }}
                />
              </div>
              {shown.length === 0 ? (
                <NoRows
                  title={emptyTexts.products}
                  search={search}
                  onClear={() => setSearch('')}
                  clear={kitTexts.clearSearch}
                />
              ) : (
                <>
                  <ul className="divide-y">
                    {shown.slice((paging.page - 1) * paging.per_page, paging.page * paging.per_page).map((one) => (
                      <li key={one._id} className="flex items-center justify-between gap-3 px-5 max-sm:py-1">
                        <div className="min-w-0 sm:flex sm:flex-wrap sm:items-center sm:gap-x-4">
                          <CheckField
                            label={one.name}
                            checked={on(one._id)}
                            onChange={(next) => set([one._id], next)}
                          />
                          <p className="text-sm text-ink-faint max-sm:-mt-0.5 max-sm:pb-1.5 max-sm:pl-8">
                            {brandAndMaker(one)}
                          </p>
                        </div>
                        {changes.has(one._id) && <Badge tone="wait">Changed</Badge>}
                      </li>
                    ))}
                  </ul>
                  <Pager
                    page={paging.page}
                    perPage={paging.per_page}
                    total={shown.length}
                    sizes={PRODUCT_PAGE_SIZES}
                    onChange={setPaging}
                  />
                </>
              )}
            </Card>
          </div>
        )}
      </QueryCard>
      <LeaveGuard when={() => changes.size > 0} />
    </Page>
  );
}
