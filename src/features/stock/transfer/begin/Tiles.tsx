import type { Ref } from 'react';
import { plural } from '#domain/plural.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { clockText } from '../../parts/clockText.ts';
import type { PartyOption } from '../../parts/parties.ts';
import type { HeldBy } from './useHeldBy.ts';

export const GRID = 'grid grid-cols-2 gap-2 sm:grid-cols-4';

/** Parties as tiles. One press takes a party. */
export function Tiles({
  ref,
  label,
  options,
  chosen,
  busy,
  held,
  away,
  onTake,
  grid = GRID,
}: {
  ref?: Ref<HTMLDivElement>;
  label: string;
  grid?: string;
  options: readonly PartyOption[];
  chosen: string;
  busy: string | null;
  /** By party: the number of products that the party holds, if that matters and is known. */
  held: ReadonlyMap<string, HeldBy>;
  /** Parties whose goods are not on this tablet, while the server does not answer. */
  away: ReadonlySet<string>;
  onTake: (id: string) => void;
}) {
  const hasNote = (id: string) => held.has(id) || away.has(id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is part of a form, and these buttons are none
    <div ref={ref} role="group" aria-label={label} className={grid}>
      {options.map((one) => (
        <button
          key={one.value}
          type="button"
          title={one.label}
          aria-busy={busy === one.value || undefined}
          aria-disabled={busy !== null || undefined}
          aria-pressed={chosen === one.value ? true : undefined}
          onClick={() => onTake(one.value)}
          className={classes(
            'flex min-h-14 items-center gap-2 rounded-field border px-3 py-1.5 text-left leading-5 transition-colors',
            'hover:border-accent hover:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
            chosen === one.value ? 'border-accent bg-accent-soft' : 'border-line-strong/50 bg-surface',
          )}
        >
          <span className="min-w-0 flex-1">
            <span
              className={classes(
                '[overflow-wrap:anywhere]',
                'line-clamp-2',
                hasNote(one.value) && 'max-sm:line-clamp-none',
              )}
            >
              {one.label}
            </span>
            {away.has(one.value) && <span className="block text-sm font-medium text-wait">{GOODS_AWAY}</span>}
            {!away.has(one.value) && held.has(one.value) && (
              <span className="block text-sm text-ink-faint">{heldText(held.get(one.value))}</span>
            )}
          </span>
          {busy === one.value && <Icon name="clock" size={16} className="shrink-0 text-ink-faint" />}
        </button>
      ))}
    </div>
  );
}

const GOODS_AWAY = 'Goods not on this tablet';

/** "Holds 3 products", or by a saved copy "Holds 3 products at 14:02", because another tablet may have issued goods since. */
function heldText(of: HeldBy | undefined): string {
  const { products, at } = of ?? NOBODY_KNOWS;
  const words = products === 0 ? 'Nothing to bring back' : `Holds ${plural(products, '# product', '# products')}`;
  return at === null ? words : `${words} at ${clockText(at / 1_000, Date.now() / 1_000)}`;
}

const NOBODY_KNOWS: HeldBy = { products: 0, at: null };
