import type { Unsellable } from '#contract/stock/unsellableCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { plural } from '#domain/plural.ts';
import type { KindFacts } from '#domain/transfer.ts';
import { sizeText } from '#domain/units.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { momentText } from '#ui/when.ts';
import { useUnsellable } from '../../parts/unsellable.ts';

interface Props {
  kind: KindFacts;
  hub: { _id: string; name: string };
  /** `address`: what the next screen does first. */
  onBegin: (header: TransferHeader, lazily: boolean, address: { back: string }) => Promise<void>;
}

/**
 * Goods of the hub that came back damaged or expired, as one card for each distributor who brought them. A press begins their rejection, with a line
 * for each product.
 */
export function UnsellableCards({ kind, hub, onBegin }: Props) {
  const { groups, unknown } = useUnsellable(hub._id);
  if (groups.length === 0 && unknown.length === 0) return null;
  const begin = (to: { _id: string; name: string }) => {
    void onBegin(
      {
        timestamp: Math.floor(Date.now() / 1_000),
        source_type: kind.source,
        source: hub._id,
        source_name: hub.name,
        destination_type: kind.destination,
        destination: to._id,
        destination_name: to.name,
        meta: '{}',
      },
      true,
      { back: 'on' },
    );
  };
  return (
    <section aria-label="Came back damaged or expired" className="@container flex flex-col gap-3">
      <h2 className="text-base font-semibold">Came back damaged or expired, in {hub.name}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 @min-[60rem]:grid-cols-3">
        {groups.map(({ to, rows }) => (
          <li key={to._id} className="min-w-0">
            <button type="button" onClick={() => begin(to)} className={CARD}>
              <span title={to.name} className="line-clamp-2 text-lg font-semibold leading-6 [overflow-wrap:anywhere]">
                {to.name}
              </span>
              <Facts rows={rows} />
              <span className="-mx-5 mt-auto -mb-3 flex min-h-tap items-center justify-end gap-2 border-t px-5 font-semibold text-accent">
                Send back
                <Icon name="next" size={18} />
              </span>
            </button>
          </li>
        ))}
        {unknown.length > 0 && (
          <li className={classes(CARD, 'hover:bg-surface')}>
            <span className="text-lg font-semibold leading-6">Nobody brought these here</span>
            <Facts rows={unknown} />
          </li>
        )}
      </ul>
    </section>
  );
}

const CARD =
  'flex h-full w-full min-w-0 flex-col gap-2 rounded-card border bg-surface px-5 pt-4 pb-3 text-left shadow-card transition-colors hover:bg-surface-sunken';
/** The number of products that a card names. */
const MOST = 3;

function Facts({ rows }: { rows: readonly Unsellable[] }) {
  const more = rows.length - MOST;
  const last = Math.max(...rows.map(({ back }) => back));
  return (
    <>
      <span className="text-sm text-ink-soft">
        {plural(rows.length, '# product', '# products')}, the last came back {momentText(last)}
      </span>
      <span className="flex flex-col gap-2">
        {rows.slice(0, MOST).map(({ product_id, product, units }) => (
          <span key={product_id} className="flex items-center gap-3 text-sm">
            <Pack product={product} size={40} />
            <span className="min-w-0 flex-1 truncate">{product.name}</span>
            <span className="figures shrink-0 font-semibold">{sizeOf(units, product.case_count)}</span>
          </span>
        ))}
        {more > 0 && <span className="text-sm text-ink-soft">and {more} more</span>}
      </span>
    </>
  );
}

const sizeOf = (units: number, caseCount: number) =>
  sizeText({ cases: Math.floor(units / caseCount), units: units % caseCount });
