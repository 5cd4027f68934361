import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { productWeeks } from '#contract/catalogue/historyCalls.ts';
import { logsOfProduct, stockOfProduct } from '#contract/stock/productStockCalls.ts';
import { useSearchValues } from '#crud/address.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { NotStored } from '#crud/query/Saved.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import type { ProductRow } from '../parts/StatusDots.tsx';
import { HubPrices } from './HubPrices.tsx';
import { Lots } from './Lots.tsx';
import { ProductFacts } from './ProductFacts.tsx';
import { Sales } from './Sales.tsx';
import { StockByHub } from './StockByHub.tsx';
import { useIsMissing } from './useIsMissing.ts';
import { WHY_HEIGHT, Why } from './Why.tsx';

/** Answers the office's questions about a product: how much is where, and why; what each hub charges; what was sold. */
export function Overview({ product }: { product: ProductRow }) {
  const seesStock = useMayAsk(stockOfProduct);
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[14.5rem_minmax(0,1fr)] min-[86rem]:grid-cols-[17rem_minmax(0,1fr)]">
      {/* On a phone the stock stands before the sales. */}
      <div className="grid grid-cols-1 gap-4 max-md:contents">
        <Card label="Product" padded={false}>
          <div className="overflow-hidden rounded-t-card">
            <Pack product={product} size="wide" />
          </div>
          {seesStock && <StockOfHubs product={product} />}
        </Card>
        <div className="grid grid-cols-1 gap-4 max-md:order-last">
          <Sales productId={product._id} caseCount={product.case_count} />
          <ProductFacts of={product} />
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <LeftOut productId={product._id} />
        {seesStock && <Stock product={product} />}
        <HubPrices product={product} />
        {seesStock && <Lots product={product} />}
      </div>
    </div>
  );
}

/** One sentence for the parts that a copy from the list of products lacks. */
function LeftOut({ productId }: { productId: string }) {
  const sales = useQuery(queryFor(productWeeks, { product_id: productId }));
  if (!useIsMissing(sales)) return null;
  return (
    <Card padded={false} label="Not stored">
      <NotStored what="What the hubs have and sold of this product" />
    </Card>
  );
}

const stockQuery = (product: ProductRow) => queryFor(stockOfProduct, { product_id: product._id });

/** The stock of all hubs together, under the picture. */
function StockOfHubs({ product }: { product: ProductRow }) {
  const query = useQuery(stockQuery(product));
  const stock = query.data?.data;
  const sum = stock?.reduce((all, one) => all + one.quantity, 0) ?? 0;
  const holding = stock?.filter((one) => one.quantity > 0).length ?? 0;
  const coming = stock?.reduce((all, one) => all + (one.expected ?? 0), 0) ?? 0;
  if (useIsMissing(query)) return null;
  return (
    <div className="min-h-19 px-4 py-3 sm:px-5">
      {stock && (
        <>
          <p>
            <b className="figures text-lg">{casesText(sum, product.case_count)}</b>
          </p>
          <p className="text-sm text-ink-faint">
            {plural(holding, 'in # hub', 'in # hubs')}
            {coming > 0 && `, ${casesText(coming, product.case_count)} more on the way`}
          </p>
        </>
      )}
    </div>
  );
}

function Stock({ product }: { product: ProductRow }) {
  const query = useQuery(stockQuery(product));
  const seesMovements = useMayAsk(logsOfProduct);
  // A person who came from the page of a warehouse sees that warehouse first.
  const { warehouse: from = null } = useSearchValues();
  const [chosen, setChosen] = useState<string | null>(from);
  return (
    // Keeps the height of the card until its answer comes, so that the prices below do not move.
    <div className="grid" style={seesMovements && query.isPending ? { minHeight: WHY_HEIGHT } : undefined}>
      <QueryCard query={query} rows={6}>
        {(stock) => {
          const hub = stock.find((one) => one.warehouse_id === chosen) ?? stock[0];
          return (
            <div
              className={
                seesMovements && hub
                  ? 'grid grid-cols-1 gap-4 min-[75rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]'
                  : 'grid grid-cols-1 gap-4'
              }
            >
              <StockByHub
                stock={stock}
                selling={Object.values(product.sellers).flatMap(({ seller, status }) =>
                  status === 'active' ? [seller] : [],
                )}
                caseCount={product.case_count}
                chosen={seesMovements ? hub?.warehouse_id : undefined}
                onChoose={seesMovements ? setChosen : undefined}
              />
              {seesMovements && hub && <Why key={hub.warehouse_id} of={hub} product={product} />}
            </div>
          );
        }}
      </QueryCard>
    </div>
  );
}
