import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { pageQuery } from '#client/reads/queries.ts';
import { createGroup } from '#contract/orders/orderCalls.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { buyer } from '#contract/people/buyer.ts';
import { useGo } from '#crud/address.ts';
import { Link } from '#crud/Link.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { useRequestedDialog } from '#crud/useRequested.ts';
import { TAKING } from '#domain/order.ts';
import { shownPhone } from '#domain/phone.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { dayText } from '#ui/when.ts';
import { orderTexts } from './texts.ts';

/** The button that begins an order from the list of orders. It asks for the retailer and leads to the retailer's cart. The address `act=order` opens it at once. */
export function TakeOrder() {
  const may = useMayAsk(createGroup);
  const [isOpen, setOpen] = useRequestedDialog(TAKING.act);
  if (!may) return null;
  return (
    <>
      <ServerButton look="primary" icon="plus" onClick={() => setOpen(true)}>
        {orderTexts.take}
      </ServerButton>
      {isOpen && <ChooseRetailer onClose={() => setOpen(false)} />}
    </>
  );
}

const NOBODY: readonly string[] = [];

/** Which of the retailers have a cart with products, and since when: "cart of 27 Nov". */
function useOpenCarts(ids: readonly string[]): ReadonlyMap<string, string> {
  const may = useMayAsk({ allow: orderGroup.reads });
  const query = useQuery({
    ...pageQuery(orderGroup, { tag: 'draft', buyer_id: ids.join(','), page: '1', per_page: '50' }),
    enabled: may && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const carts = (query.data?.data.rows ?? []).filter(({ tag, cases }) => tag === 'draft' && cases > 0);
  return new Map(carts.map(({ buyer_id, created }) => [buyer_id, `cart of ${dayText(created)}`]));
}

/** The number of retailers that are shown. A person finds any other one by name or phone number. */
const SHOWN = 7;

function ChooseRetailer({ onClose }: { onClose: () => void }) {
  const go = useGo();
  const [search, setSearch] = useState('');
  const query = useQuery({
    ...pageQuery(buyer, { search, status: 'active', page: '1', per_page: String(SHOWN) }),
    placeholderData: keepPreviousData,
  });
  const carts = useOpenCarts(query.data?.data.rows.map((row) => row._id) ?? NOBODY);
  const box = useRef<HTMLDivElement>(null);
  const [entered, setEntered] = useState<string | null>(null);
  const found = query.isPlaceholderData ? undefined : query.data?.data.rows;
  // Enter chooses the first retailer that has the typed words. The answer for these words may come after the key.
  useEffect(() => {
    if (entered === null || entered !== search || !found) return;
    setEntered(null);
    if (found[0]) void go(`/buyers/${found[0]._id}/cart`, { search: TAKING });
  }, [entered, search, found, go]);
  return (
    <Dialog open onClose={onClose} title={orderTexts.take} description="For which retailer?">
      <Form onSubmit={() => setEntered(box.current?.querySelector('input')?.value ?? null)}>
        <div ref={box}>
          <SearchBox label="Search retailers by name or phone" value={search} onSearch={setSearch} />
        </div>
      </Form>
      <div className="min-h-80 compact:min-h-72">
        <QueryBoundary query={query} rows={SHOWN}>
          {({ rows }) =>
            rows.length === 0 ? (
              <p role="status" className="py-3 text-ink-soft">
                {orderTexts.noRetailer}
              </p>
            ) : (
              <ul aria-label="Retailers" className="divide-y">
                {rows.map((row) => (
                  <li key={row._id}>
                    <Link
                      to={`/buyers/${row._id}/cart`}
                      search={TAKING}
                      className="-mx-2 flex min-h-tap flex-wrap items-center justify-between gap-x-4 rounded-field px-2 py-1 hover:bg-accent-soft"
                    >
                      <span className="font-semibold">{row.name}</span>
                      {/* Its room is there before the answer, so that no row grows. */}
                      <span className="ml-auto text-sm text-wait">{carts.get(row._id)}</span>
                      <span className="figures text-sm text-ink-soft">
                        {shownPhone(row.phone)}, {row.location.name}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </div>
    </Dialog>
  );
}
