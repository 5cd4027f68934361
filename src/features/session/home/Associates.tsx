import { useQuery } from '@tanstack/react-query';
import { copyFirst, queryFor } from '#client/reads/queries.ts';
import { myAssociates } from '#contract/home/homeCalls.ts';
import { Link } from '#crud/Link.tsx';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { koboOf, showNaira } from '#domain/money.ts';

const SHOWN = 5;
const GRID =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_7rem_7rem]';

/** The associates of a hub with the share of their finished deliveries and the cash that they have not handed in. The largest cash comes first. */
export function Associates() {
  const query = useQuery({ ...queryFor(myAssociates, {}), ...copyFirst });
  const all = [...(query.data?.data ?? [])].sort((a, b) => koboOf(b.cash) - koboOf(a.cash));
  const allOf = (one: (typeof all)[number]) => koboOf(one.delivered_amount) + koboOf(one.open_amount);
  const most = Math.max(1, ...all.map(allOf));
  return (
    <section
      aria-label="Associates today"
      className="flex min-h-[17.0625rem] pointer-coarse:min-h-72 min-w-0 flex-col rounded-card border bg-surface shadow-card"
    >
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-4">
        <h2 className="text-base font-semibold">Associates today</h2>
        <span className="flex gap-4 text-xs text-ink-soft">
          <span className="flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2.5 rounded-sm bg-accent" /> Delivered
          </span>
          <span className="flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2.5 rounded-sm bg-accent/25" /> To deliver
          </span>
        </span>
      </div>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      {query.isPending ? (
        <div role="status" aria-label="Loading">
          {Array.from({ length: SHOWN }, (_, row) => (
            <div key={row} className={`${GRID} h-[2.75rem] pointer-coarse:h-12 border-t`}>
              <span className="skeleton h-3.5 w-32" />
              <span className="skeleton h-3 w-full max-sm:hidden" />
              <span className="skeleton h-3.5 w-20 justify-self-end max-sm:hidden" />
              <span className="skeleton h-3.5 w-20 justify-self-end" />
            </div>
          ))}
        </div>
      ) : !query.data ? (
        <p className="border-t px-4 py-3 text-sm">
          <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
        </p>
      ) : all.length === 0 ? (
        <p className="border-t px-4 py-3 text-sm text-ink-soft">No associate has deliveries or cash today.</p>
      ) : (
        <ul className="max-h-[13.75rem] overflow-y-auto pointer-coarse:max-h-60">
          {all.map((one) => (
            <li key={one._id} className="border-t">
              {/* The day of the associate: what is to hand in, and the button that closes it. */}
              <Link
                to={`/close-outs/${one._id}`}
                className={`${GRID} h-[2.75rem] text-[0.8125rem] hover:bg-surface-sunken focus-visible:outline-offset-[-3px] pointer-coarse:h-12`}
              >
                <span className="min-w-0">
                  <span title={one.name} className="block truncate leading-5 font-medium">
                    {one.name}
                  </span>
                  <span className="figures block text-xs leading-4 text-ink-faint">
                    {allOf(one) === 0 ? 'No deliveries' : `${one.delivered} of ${one.delivered + one.open} delivered`}
                    {allOf(one) > 0 && <span className="sm:hidden">, {showNaira(koboOf(one.delivered_amount))}</span>}
                  </span>
                </span>
                <span aria-hidden="true" className="flex h-3 max-sm:hidden">
                  <span
                    className="rounded-l-sm bg-accent"
                    style={{ width: `${(koboOf(one.delivered_amount) / most) * 100}%` }}
                  />
                  <span
                    className="rounded-r-sm bg-accent/25"
                    style={{ width: `${(koboOf(one.open_amount) / most) * 100}%` }}
                  />
                </span>
                <span className="figures text-right max-sm:hidden">
                  {allOf(one) > 0 && (
                    <>
                      <span className="block leading-5">{showNaira(koboOf(one.delivered_amount))}</span>
                      <span className="block text-xs leading-4 text-ink-faint">of {showNaira(allOf(one))}</span>
                    </>
                  )}
                </span>
                <span className="figures text-right">
                  {koboOf(one.cash) > 0 ? (
                    <>
                      <span className="block leading-5 font-semibold">{showNaira(koboOf(one.cash))}</span>
                      <span className="block text-xs leading-4 text-ink-faint">to hand in</span>
                    </>
                  ) : (
                    <span className="text-ink-faint">Handed in</span>
                  )}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
