import { plural } from '#domain/plural.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { PartyOption } from '../../parts/parties.ts';

export const GRID = 'grid grid-cols-2 gap-2 sm:grid-cols-4';

/** Parties to tap: one press takes one of them. */
export function Tiles({
  label,
  options,
  chosen,
  busy,
  held,
  away,
  onTake,
  grid = GRID,
}: {
  label: string;
  grid?: string;
  options: readonly PartyOption[];
  chosen: string;
  busy: string | null;
  /** The number of products that each party holds, if that matters and is known. */
  held: ReadonlyMap<string, number>;
  /** The parties whose goods are not on this tablet, while no server answers. */
  away: ReadonlySet<string>;
  onTake: (id: string) => void;
}) {
  const hasNote = (id: string) => held.has(id) || away.has(id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is part of a form, and these buttons are none
    <div role="group" aria-label={label} className={grid}>
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
            <span className={classes('[overflow-wrap:anywhere]', hasNote(one.value) ? 'line-clamp-1' : 'line-clamp-2')}>
              {one.label}
            </span>
            {away.has(one.value) && <span className="block text-sm font-medium text-wait">{GOODS_AWAY}</span>}
            {!away.has(one.value) && held.has(one.value) && (
              <span className="block text-sm text-ink-faint">{heldText(held.get(one.value) ?? 0)}</span>
            )}
          </span>
          {busy === one.value && <Icon name="clock" size={16} className="shrink-0 text-ink-faint" />}
        </button>
      ))}
    </div>
  );
}

const GOODS_AWAY = 'Goods not on this tablet';
const heldText = (products: number) =>
  products === 0 ? 'Nothing to bring back' : `Holds ${plural(products, '# product', '# products')}`;
