import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { countPlan } from '#contract/stock/stocktakeCalls.ts';
import { plural } from '#domain/plural.ts';
import type { StocktakeScope } from '#domain/stocktake.ts';
import { containsWords } from '#domain/text.ts';
import type { OpenPayload } from '#offline/outbox/op.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { SwitchField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { MultiPicker } from '#ui/fields/MultiPicker.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { productsOfQuery } from '../../parts/parties.ts';
import { choicesOf, NEEDS_GOODS, SCOPE_ORDER, SCOPE_WORDS, scopeName } from './scopes.ts';

interface Props {
  warehouse: { _id: string; name: string; seller_id: string | null };
  /** A stocktake of this hub is open already. */
  isJoin: boolean;
  /** True if an open stocktake is listed above the form. Then that one is the next step, and the button of the form is not filled. */
  isSecond: boolean;
  onBegin: (payload: OpenPayload) => Promise<void>;
}

/** Asks what the stocktake covers, and whether people who count see the figures of the books. By default it covers everything and is blind. */
export function BeginForm({ warehouse, isJoin, isSecond, onBegin }: Props) {
  // In an open stocktake the chosen goods are added to those that are counted, so no default is chosen.
  const [scope, setScope] = useState<StocktakeScope | null>(isJoin ? null : 'all');
  const needsGoods = scope !== null && NEEDS_GOODS.has(scope);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [blind, setBlind] = useState(true);
  const [busy, setBusy] = useState(false);
  const held = useQuery({
    ...productsOfQuery('seller', warehouse.seller_id ?? ''),
    enabled: warehouse.seller_id !== null,
  });
  const plan = useQuery({ ...queryFor(countPlan, { warehouse_id: warehouse._id }), enabled: scope === 'plan' });
  const rows = held.data?.data.products;
  const choices = useMemo(
    () => (scope !== null && NEEDS_GOODS.has(scope) && rows ? choicesOf(scope, rows.slice(0, rows.length)) : []),
    [scope, rows],
  );
  const picked = choices.filter((one) => chosen.includes(one.value));
  const isReady = scope !== null && (!needsGoods || picked.length > 0);
  const begin = async () => {
    if (scope === null || !isReady)
      return toast('info', scope === null ? 'Choose what is counted first.' : 'Choose the goods first.');
    if (busy) return;
    setBusy(true);
    const product_ids =
      scope === 'list' ? [...chosen] : scope === 'plan' ? (plan.data?.data ?? []).map((one) => one.product_id) : [];
    await onBegin({
      warehouse_id: warehouse._id,
      scope,
      scope_id: scope === 'manufacturer' || scope === 'brand' ? (picked[0]?.value ?? null) : null,
      product_ids,
      blind,
      note: '',
      about: { warehouse_name: warehouse.name, scope_name: scopeName(scope, picked) },
    });
    setBusy(false);
  };
  return (
    <Card label="Start stocktake">
      <Form onSubmit={begin} className="flex flex-col gap-4">
        <div>
          <h2 className="text-base font-semibold">Start stocktake</h2>
          {isJoin && <p className="text-ink-soft">One is open here: what you choose is added to it.</p>}
        </div>
        <fieldset className="grid grid-cols-2 gap-2 lg:grid-cols-3">
          <legend className="mb-1.5 text-sm font-semibold">What to count</legend>
          {SCOPE_ORDER.filter((one) => warehouse.seller_id !== null || !NEEDS_GOODS.has(one)).map((one) => (
            <label
              key={one}
              className={classes(
                'flex min-h-16 cursor-pointer items-center gap-3 rounded-field border px-4 py-2 leading-tight max-sm:gap-2 max-sm:px-3 max-sm:text-[0.9375rem]',
                scope === one ? 'border-accent bg-accent-soft' : 'border-line-strong/50',
              )}
            >
              <input
                type="radio"
                name="scope"
                className="size-5 shrink-0 accent-(--accent)"
                checked={scope === one}
                onChange={() => {
                  setScope(one);
                  setChosen([]);
                }}
              />
              <span className="min-w-0">
                <span className="block font-semibold">{SCOPE_WORDS[one].title}</span>
                <span className="block text-sm text-ink-soft max-sm:sr-only">{SCOPE_WORDS[one].note}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {needsGoods && (
          <div className="max-w-md">
            {scope === 'list' ? (
              <MultiPicker
                label="Products"
                value={chosen}
                onChange={setChosen}
                options={choices}
                matches={(option, text) => containsWords(option.label, text)}
                all="Choose products"
              />
            ) : (
              <Picker
                label={scope === 'brand' ? 'Brand' : 'Manufacturer'}
                value={chosen[0] ?? ''}
                onChange={(id) => setChosen(id === '' ? [] : [id])}
                options={choices}
                matches={(option, text) => containsWords(option.label, text)}
                placeholder={held.isPending ? 'Loading…' : 'Choose one'}
                disabled={held.isPending}
              />
            )}
            {held.isError && (
              <p className="mt-2 text-sm text-wait">
                The goods of {warehouse.name} are not on this tablet. Count all products, or connect once.
              </p>
            )}
          </div>
        )}
        {scope === 'plan' && <Plan {...{ plan }} />}
        {/* The bar stays visible while the form scrolls. On narrow screens it is above the navigation bar. */}
        <div className="sticky bottom-14 z-10 -mx-5 -mb-5 flex items-center justify-between gap-4 rounded-b-card border-t bg-surface px-5 py-3 lg:bottom-0">
          <div className="min-w-0">
            <SwitchField label="Blind" checked={blind} onChange={setBlind} />
            <p className="text-sm text-ink-soft max-sm:sr-only">
              {blind
                ? 'Officers who count do not see the figures of the books.'
                : 'Officers who count see the figures of the books.'}
            </p>
          </div>
          <Button
            type="submit"
            look={isSecond ? 'plain' : 'primary'}
            icon={isSecond ? 'plus' : 'check'}
            busy={busy}
            waits={!isReady}
          >
            Start stocktake
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Plan({ plan: { data, isPending } }: { plan: { data: { data: PlanRow[] } | undefined; isPending: boolean } }) {
  if (isPending) return <p className="text-sm text-ink-soft">Loading…</p>;
  const rows = data?.data ?? [];
  if (rows.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        {data ? 'Nothing is due today.' : 'The plan appears when the stocktake is sent.'}
      </p>
    );
  return (
    <ul aria-label="Today's plan" className="figures grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2 lg:grid-cols-3">
      {rows.map(({ product_id, product, last_counted_at, days }) => (
        <li key={product_id} className="flex justify-between gap-3">
          <span className="truncate">{product.name}</span>
          <span className="shrink-0 text-ink-soft">
            {last_counted_at === null ? 'never counted' : plural(days, '# day ago', '# days ago')}
          </span>
        </li>
      ))}
    </ul>
  );
}

type PlanRow = { product_id: string; product: { name: string }; last_counted_at: number | null; days: number };
