import { compareNames } from '#domain/nameOrder.ts';
import { classes } from '#ui/classes.ts';
import { CheckField } from '#ui/fields/Field.tsx';
import { type Carriable, triState } from './carried.ts';

interface Props {
  products: readonly Carriable[];
  on: (productId: string) => boolean;
  onSet: (productIds: readonly string[], on: boolean) => void;
  /** The brand or manufacturer whose products are shown. Null: all products. */
  within: string | null;
  onWithin: (id: string | null) => void;
}

interface Group {
  _id: string;
  name: string;
  ids: string[];
  brands: Group[];
}

/** Manufacturers and their brands, each with a box for all, some or none of its products. "Show" limits the list to its products (DIST-07). */
export function MakerTree({ products, on, onSet, within, onWithin }: Props) {
  return (
    // `relative` keeps hidden texts inside the scrolling list. Otherwise they would make the page longer.
    <ul className="relative max-h-[38dvh] overflow-y-auto lg:max-h-[70dvh] px-4 py-2">
      {grouped(products).map((maker) => (
        <li key={maker._id}>
          <Line group={maker} {...{ on, onSet, within, onWithin }} />
          <ul className="mb-2 ml-3 border-l pl-4">
            {maker.brands.map((brand) => (
              <li key={brand._id}>
                <Line group={brand} {...{ on, onSet, within, onWithin }} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Line({ group, on, onSet, within, onWithin }: Omit<Props, 'products'> & { group: Group }) {
  const state = triState(group.ids, on);
  const here = within === group._id;
  return (
    <div className="flex items-center justify-between gap-2">
      <CheckField
        label={`${group.name} (${group.ids.length})`}
        checked={state === 'all'}
        mixed={state === 'some'}
        onChange={() => onSet(group.ids, state !== 'all')}
      />
      <button
        type="button"
        aria-pressed={here}
        onClick={() => onWithin(here ? null : group._id)}
        className={classes(
          'min-h-tap rounded-field px-3 text-sm font-semibold',
          here ? 'bg-accent text-accent-ink' : 'text-accent hover:bg-accent-soft',
        )}
      >
        Show<span className="sr-only"> only {group.name}</span>
      </button>
    </div>
  );
}

const byName = (one: Group, other: Group) => compareNames(one.name, other.name);

function grouped(products: readonly Carriable[]): Group[] {
  const makers = new Map<string, Group>();
  const groupIn = (list: Group[], of: { _id: string; name: string }) => {
    const found = list.find((one) => one._id === of._id);
    if (found) return found;
    const made: Group = { ...of, ids: [], brands: [] };
    list.push(made);
    return made;
  };
  for (const product of products) {
    const maker = makers.get(product.manufacturer._id) ?? { ...product.manufacturer, ids: [], brands: [] };
    makers.set(maker._id, maker);
    maker.ids.push(product._id);
    groupIn(maker.brands, product.brand).ids.push(product._id);
  }
  return [...makers.values()].sort(byName).map((maker) => ({ ...maker, brands: maker.brands.sort(byName) }));
}
