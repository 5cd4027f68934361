import { type ReactNode, useState } from 'react';
import { PAGE_SIZES } from '#domain/limits.ts';
import { showNumber } from '#domain/number.ts';
import { classes } from '../classes.ts';
import { LineIcon } from '../Icon.tsx';

/** The page number and the page size. */
export interface Turn {
  page: number;
  per_page: number;
  /** How many pages are shown at once from `page` on, because the window has room for them; 1 if absent. */
  together?: number;
}

interface Props {
  page: number;
  perPage: number;
  together?: number | undefined;
  total: number;
  /** Beside the pages: what all rows sum up to. */
  sum?: ReactNode;
  sizes?: readonly number[] | undefined;
  onChange: (next: Turn) => void;
}

const count = (figure: number) => showNumber(figure);

/**
 * Page and page size under a list: the first and the last page, the next ones, and any page by its number. A change of the size goes back to page 1.
 * Several pages that are shown at once are one page here, of all their rows: the range, the number and the size say the same. `onChange` and the address
 * count pages of `perPage` rows.
 */
export function Pager({ page, perPage, together = 1, total, sum, sizes = PAGE_SIZES, onChange }: Props) {
  const size = perPage * together;
  const pages = Math.max(1, Math.ceil(total / size));
  const at = Math.ceil(page / together);
  const from = total === 0 ? 0 : (at - 1) * size + 1;
  const to = Math.min(total, at * size);
  const choices = [...new Set([...sizes, size])].sort((a, b) => a - b);
  const pick = (next: number) => onChange({ page: (next - 1) * together + 1, per_page: perPage });
  const turn = (label: string, d: string, to: number) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={to === at || to < 1 || to > pages}
      onClick={() => pick(to)}
      className="pager-turn"
    >
      <LineIcon d={d} size={18} />
    </button>
  );
  return (
    <nav
      aria-label="Pages"
      data-pager
      data-paper={`Rows ${count(from)} to ${count(to)} of ${count(total)}`}
      data-totals={pages > 1 ? `. The totals are of all ${count(total)} rows.` : undefined}
      className="pager"
    >
      <span className="figures whitespace-nowrap">
        {count(from)}–{count(to)} of {count(total)}
      </span>
      {/* A phone shows no buttons for turning when there is only one page. */}
      <div className={classes('flex items-center', pages === 1 && 'max-sm:hidden')}>
        {turn('First page', 'm12 6-6 6 6 6m6-12-6 6 6 6', 1)}
        {turn('Previous page', 'm14 6-6 6 6 6', at - 1)}
        <PageField page={at} pages={pages} onPick={pick} />
        {turn('Next page', 'm10 6 6 6-6 6', at + 1)}
        {turn('Last page', 'm6 6 6 6-6 6m6-12 6 6-6 6', pages)}
      </div>
      {choices.length > 1 && (
        <label
          className={classes(
            'flex items-center gap-2 whitespace-nowrap',
            total <= Math.min(...choices) && 'max-sm:hidden',
          )}
        >
          <span>
            Rows<span className="per-page"> per page</span>
          </span>
          <select
            value={size}
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
      {sum && <span className="pager-sum figures">{sum}</span>}
    </nav>
  );
}

/** One figure of all rows, in the foot of a list. `rule`: what it counts, where another figure of that name counts otherwise. */
export const Sum = ({ name, rule, children }: { name: string; rule?: string; children: ReactNode }) => (
  <span title={rule} className="sum whitespace-nowrap">
    {name} <strong className="ml-1 font-semibold text-ink">{children}</strong>
  </span>
);

/** The first of the pages that are shown with `page`. */
export const firstOf = (page: number, together: number) => page - ((page - 1) % together);

/** "Page 2 / 7": the number is typed; Enter or leaving the field turns to it. A number beyond the last page means the last one. */
function PageField({ page, pages, onPick }: { page: number; pages: number; onPick: (page: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const pick = () => {
    const typedPage = Number.parseInt(typed ?? '', 10);
    setTyped(null);
    const next = Math.min(pages, Math.max(1, typedPage));
    if (!Number.isNaN(typedPage) && next !== page) onPick(next);
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
      {/* The whole text too, for screen readers. */}
      <span className="sr-only">{page} </span>/ {count(pages)}
    </span>
  );
}
