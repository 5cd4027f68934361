import { PAGE_SIZES } from '#domain/limits.ts';
import { IconButton } from '../Button.tsx';

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

/** Page and page size under a list. A change of the size goes back to page 1. */
export function Pager({ page, perPage, total, sizes = PAGE_SIZES, onChange }: Props) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : (page - 1) * perPage + 1;
  const to = Math.min(total, page * perPage);
  const choices = [...new Set([...sizes, perPage])].sort((a, b) => a - b);
  return (
    <nav
      aria-label="Pages"
      data-pager
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t px-5 py-1.5 text-sm text-ink-soft"
    >
      {choices.length > 1 && (
        <label className="flex items-center gap-2">
          Rows per page
          <select
            value={perPage}
            onChange={(event) => onChange({ page: 1, per_page: Number(event.target.value) })}
            className="min-h-tap rounded-field border border-line-strong bg-surface px-2 text-ink"
          >
            {choices.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="ml-auto flex items-center gap-1">
        <span className="figures mr-2">
          {from}–{to} of {total.toLocaleString('en-NG')}
        </span>
        <IconButton
          icon="back"
          label="Previous page"
          disabled={page <= 1}
          onClick={() => onChange({ page: page - 1, per_page: perPage })}
        />
        <span className="figures min-w-14 text-center">
          {page} / {pages}
        </span>
        <IconButton
          icon="next"
          label="Next page"
          disabled={page >= pages}
          onClick={() => onChange({ page: page + 1, per_page: perPage })}
        />
      </div>
    </nav>
  );
}
