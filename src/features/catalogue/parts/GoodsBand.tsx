import { type ReactNode, useState } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { Link } from '#crud/Link.tsx';
import { OVERVIEW } from '#crud/paths.ts';
import { useCan } from '#crud/query/useSession.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';

export interface Good {
  _id: string;
  name: string;
  brand: string;
  /** The path of the photo. */
  picture: string | null;
  /** The quantity, as text. The tile shows the text under the name. */
  note: string;
  /** More was sold than issued. The tile is red. */
  bad?: boolean;
}

/** The most tiles before "All" is pressed, unless the caller names another number. */
const TILES = 6;

/** Draws goods as tiles with a picture and a line of figures. `goods` is undefined while the answer is awaited; one row of tiles then keeps its height. */
export function GoodsBand({
  title,
  note,
  goods,
  empty,
  tiles = TILES,
}: {
  title: string;
  note?: ReactNode;
  goods: readonly Good[] | undefined;
  empty: ReactNode;
  tiles?: number;
}) {
  const opens = useCan('update_product');
  const [all, setAll] = useState(false);
  return (
    <Card label={title} padded={false}>
      {/* The header has the height of its button from the start. The button appears with the goods. */}
      <header className="flex min-h-[calc(var(--tap)+0.5rem)] flex-wrap items-center gap-x-3 px-5 pt-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {/* On a phone the note stands below the title and the button. */}
        <span className="text-xs text-ink-faint max-sm:order-last max-sm:basis-full">{note}</span>
        {goods && goods.length > tiles && (
          <span className="ms-auto">
            <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? `First ${tiles}` : `All ${goods.length}`}
            </Button>
          </span>
        )}
      </header>
      <div className="min-h-19 px-2 pt-1 pb-2 sm:px-3">
        {goods &&
          (goods.length === 0 ? (
            <div className="px-2 py-3 text-ink-soft">{empty}</div>
          ) : (
            <ul className="grid grid-cols-1 sm:grid-cols-2 xl:grid-cols-3">
              {goods.slice(0, all ? undefined : tiles).map((one) => (
                <li key={one._id} className="min-w-0">
                  {opens ? (
                    <Link
                      to={`/products/${one._id}/update`}
                      search={OVERVIEW}
                      className="flex min-h-16 items-center gap-3 rounded-field px-2 py-1 hover:bg-surface-sunken"
                    >
                      <Tile one={one} />
                    </Link>
                  ) : (
                    <span className="flex min-h-16 items-center gap-3 px-2 py-1">
                      <Tile one={one} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          ))}
      </div>
    </Card>
  );
}

function Tile({ one: { name, brand, picture, note, bad } }: { one: Good }) {
  return (
    <>
      <Pack product={{ name, brand: { name: brand }, upload: picture === null ? null : { path: picture } }} />
      <span className="min-w-0">
        <span className="line-clamp-2 font-medium leading-5" title={name}>
          {name}
        </span>
        <span className={`figures block text-xs leading-4 ${bad ? 'font-semibold text-bad' : 'text-ink-faint'}`}>
          {note}
        </span>
      </span>
    </>
  );
}
