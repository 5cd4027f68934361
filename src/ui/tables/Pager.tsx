import { useState } from 'react';
import { PAGE_SIZES } from '#domain/limits.ts';
import { LineIcon } from '../Icon.tsx';

/** The page number and the page size. */
export interface Turn {
  page: number;
  per_page: number;
}

interface Props {
  page: number;
  perPage: number;
  total: number;
  sizes?: readonly number[] | undefined;
  onChange: (next: Turn) => void;
}

const count = (figure: number) => figure.toLocaleString('en-NG');

/** Page and page size under a list: the first and the last page, the next ones, and any page by its number. A change of the size goes back to page 1. */
export function Pager({ page, perPage, total, sizes = PAGE_SIZES, onChange }: Props) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : (page - 1) * perPage + 1;
  const to = Math.min(total, page * perPage);
  const choices = [...new Set([...sizes, perPage])].sort((a, b) => a - b);
  const turn = (label: string, d: string, to: number) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={to === page || to < 1 || to > pages}
      onClick={() => onChange({ page: to, per_page: perPage })}
      className="pager-turn"
    >
      <LineIcon d={d} size={18} />
    </button>
  );
  return (
    <nav aria-label="Pages" data-pager className="pager">
      <span className="figures whitespace-nowrap">
        {count(from)}–{count(to)} of {count(total)}
      </span>
      <div className="flex items-center">
        {turn('First page', 'm12 6-6 6 6 6m6-12-6 6 6 6', 1)}
        {turn('Previous page', 'm14 6-6 6 6 6', page - 1)}
        <PageField page={page} pages={pages} onPick={(next) => onChange({ page: next, per_page: perPage })} />
        {turn('Next page', 'm10 6 6 6-6 6', page + 1)}
        {turn('Last page', 'm6 6 6 6-6 6m6-12 6 6-6 6', pages)}
      </div>
      {choices.length > 1 && (
        <label className="flex items-center gap-2 whitespace-nowrap">
          Rows per page
          <select
            value={perPage}
            onChange={(event) => onChange({ page: 1, per_page: Number(event.target.value) })}
            className="pager-field"
          >
            {choices.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
    </nav>
  );
}

/** "Page 2 / 7": the number is typed; Enter or leaving the field turns to it. A number beyond the last page means the last one. */
function PageField({ page, pages, onPick }: { page: number; pages: number; onPick: (page: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const pick = () => {
    const asked = Number.parseInt(typed ?? '', 10);
    setTyped(null);
    const next = Math.min(pages, Math.max(1, asked));
    if (!Number.isNaN(asked) && next !== page) onPick(next);
  };
  return (
    <span className="figures flex items-center gap-1.5 whitespace-nowrap px-1">
      <input
        aria-label="Page"
        inputMode="numeric"
        value={typed ?? page}
        disabled={pages === 1}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
        onFocus={({ target }) => target.select()}
        onBlur={pick}
        onKeyDown={(event) => event.key === 'Enter' && pick()}
        className="pager-field w-12 text-center"
      />
      {/* The whole of it as text too, for who has it read out. */}
      <span className="sr-only">{page}</span> / {count(pages)}
    </span>
  );
}
