import { useState } from 'react';
import { emptyTexts } from '#crud/texts.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { shownPhone } from '#domain/phone.ts';
import { containsWords } from '#domain/text.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { CheckField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { kitTexts } from '#ui/texts.ts';
import { triState } from '../../catalogue/parts/carried.ts';
import type { Stop } from './stop.ts';

interface Props {
  stops: readonly Stop[];
  onFlip: (stops: readonly Stop[], on: boolean) => void;
}

/** Locations on the left, each with a box for all, some or none. The retailers of the chosen location are on the right (RTE-03). */
export function AllBuyers({ stops, onFlip }: Props) {
  const places = new Map<string, { name: string; stops: Stop[] }>();
  for (const stop of stops) {
    const place = places.get(stop.buyer.location_id) ?? { name: stop.buyer.location.name, stops: [] };
    place.stops.push(stop);
    places.set(stop.buyer.location_id, place);
  }
  const sorted = [...places].sort(([, one], [, other]) => compareNames(one.name, other.name));
  const [chosen, setChosen] = useState('');
  const [search, setSearch] = useState('');
  const here = places.has(chosen) ? chosen : (sorted[0]?.[0] ?? '');
  const shown = (places.get(here)?.stops ?? []).filter(
    ({ buyer }) => search === '' || containsWords(`${buyer.name} ${buyer.phone}`, search),
  );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[20rem_1fr]">
      <Card padded={false} label="Locations">
        <ul className="max-h-[38dvh] overflow-y-auto px-4 py-2 lg:max-h-[70dvh]">
          {sorted.map(([id, place]) => {
            const byKey = new Map(place.stops.map((stop) => [stop.stored.key, stop]));
            const state = triState([...byKey.keys()], (key) => byKey.get(key)?.now.on ?? false);
            return (
              <li key={id} className="flex items-center justify-between gap-2">
                <CheckField
                  label={`${place.name} (${place.stops.length})`}
                  checked={state === 'all'}
                  mixed={state === 'some'}
                  onChange={() => onFlip(place.stops, state !== 'all')}
                />
                <button
                  type="button"
                  aria-pressed={id === here}
                  aria-label={`Show ${place.name}`}
                  onClick={() => setChosen(id)}
                  className={classes(
                    'min-h-tap rounded-field px-3 text-sm font-semibold',
                    id === here ? 'bg-accent-soft text-accent' : 'text-accent hover:bg-accent-soft',
                  )}
                >
                  Show
                </button>
              </li>
            );
          })}
        </ul>
      </Card>
      <Card padded={false} label="Buyers">
        <div className="flex flex-wrap items-center gap-3 border-b p-3 sm:px-5">
          <h2 className="mr-auto text-base font-semibold">{places.get(here)?.name}</h2>
          <SearchBox label="Search retailers" value={search} onSearch={setSearch} />
        </div>
        {shown.length === 0 ? (
          <NoRows
            title={emptyTexts.retailers}
            search={search}
            onClear={() => setSearch('')}
            clear={kitTexts.clearSearch}
          />
        ) : (
          <ul className="divide-y">
            {shown.map((stop) => (
              <li key={stop.stored.key} className="flex items-center justify-between gap-3 px-5 py-1">
                <div className="min-w-0">
                  <CheckField label={stop.buyer.name} checked={stop.now.on} onChange={(on) => onFlip([stop], on)} />
                  <p className="figures -mt-1.5 pb-1.5 pl-8 text-sm text-ink-faint">{shownPhone(stop.buyer.phone)}</p>
                </div>
                {stop.now !== stop.stored && <Badge tone="wait">Changed</Badge>}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
