import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '#client/reads/queries.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { Link } from '#crud/Link.tsx';
import { showNaira } from '#domain/money.ts';
import { Moment } from '#ui/tables/Moment.tsx';

/** The five newest orders as links to their reconciliation. The list shows nothing until it is loaded, because the search works without it. */
export function LastOrders() {
  const query = useQuery(pageQuery(orderGroup, { page: 1, per_page: 5, sort: '-created' }));
  const rows = query.data?.data.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label="Last orders" className="mx-auto max-w-2xl px-5 pb-6">
      <h2 className="mb-1 text-sm font-semibold text-ink-soft">Last orders</h2>
      <ul className="divide-y border-t">
        {rows.map((row) => (
          <li
            key={row._id}
            className="relative flex min-h-tap flex-wrap hover:bg-surface-sunken items-center gap-x-3 compact:text-sm gap-y-0.5 py-1.5 sm:gap-x-4"
          >
            <span className="max-sm:mr-auto sm:w-24">
              {/* The whole line is the link. */}
              <Link
                to="/order-reconciliation"
                search={{ ref: row.ref }}
                className="row-link after:absolute after:inset-0"
              >
                {row.ref}
              </Link>
            </span>
            {/* On a phone the name has a line of its own. */}
            <span className="min-w-0 flex-1 truncate max-sm:order-last max-sm:basis-full">{row.buyer.name}</span>
            <span className="text-sm text-ink-faint">
              <Moment at={row.created} />
            </span>
            <span className="figures text-right font-semibold sm:w-24">{showNaira(row.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
