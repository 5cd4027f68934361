import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageQuery } from '#client/reads/queries.ts';
import { buyer } from '#contract/people/buyer.ts';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { shownPhone } from '#domain/phone.ts';
import { Button } from '#ui/Button.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { kitTexts } from '#ui/texts.ts';

const SHOWN = 5;

/** Finds retailers by name, person, place or phone, and adds their numbers to the recipients. `chosen`: the numbers that are recipients already. */
export function FindRetailer({ chosen, onAdd }: { chosen: readonly string[]; onAdd: (phone: string) => void }) {
  const [search, setSearch] = useState('');
  const query = useQuery({
    ...pageQuery(buyer, { search, status: 'active', page: '1', per_page: String(SHOWN) }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const answer = query.data?.data;
  const rows = answer && (Array.isArray(answer) ? answer.slice(0, SHOWN) : answer.rows);
  return (
    <div>
      <SearchBox label="Search retailers by name or phone" value={search} onSearch={setSearch} />
      {search !== '' && (
        <div className="mt-2 rounded-field border">
          {rows?.length === 0 && <p className="px-3 py-2.5 text-sm text-ink-soft">{kitTexts.nothingFits}</p>}
          {!rows && query.isError && (
            <p className="px-3 py-2.5 text-sm">
              <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
            </p>
          )}
          <ul aria-label="Retailers found" className="divide-y">
            {rows?.map((row) => (
              <li key={row._id} className="flex items-center gap-3 py-1 pl-3 pr-1">
                <span className="min-w-0 flex-1 text-sm">
                  <span className="font-medium">{row.name}</span>{' '}
                  <span className="figures text-ink-faint max-sm:block">
                    {shownPhone(row.phone)}, {row.location.name}
                  </span>
                </span>
                <Button look="quiet" disabled={chosen.includes(row.phone)} onClick={() => onAdd(row.phone)}>
                  {chosen.includes(row.phone) ? 'Added' : 'Add'}
                  <span className="sr-only">
                    {' '}
                    {row.name}, {shownPhone(row.phone)}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
