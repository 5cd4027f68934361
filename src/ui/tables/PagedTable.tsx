import { type ReactNode, useEffect, useRef } from 'react';
import { firstOf, Pager, type Turn } from './Pager.tsx';
import { Table, type TableProps } from './Table.tsx';

interface Props<Row> extends Omit<TableProps<Row>, 'before'> {
  paging: Turn;
  /** `replace`: the turn was automatic, so that Back must not lead to a page that no longer exists. */
  onTurn: (next: Turn, replace?: boolean) => void;
  /** If given, `rows` are one page of this many rows, as the server returned it. Otherwise `rows` are all rows, and the table cuts the page. */
  total?: number;
  /** The page sizes to choose from; `[]` for only the one of `paging`. */
  sizes?: readonly number[];
  /** Beside the pages: what all rows sum up to. */
  sum?: ReactNode;
  /** Shown when there are no rows. */
  empty: ReactNode;
}

/**
 * A table with pages and a pager, or the `empty` text. `paging` and `onTurn` are a list's state (`{...turning}` of useListState) or a screen's own.
 * If the page is beyond the last one (fewer rows by now, or a wrong address), the last page is shown, because "none found" would be wrong. NUMBER
 * counts through all pages.
 */
export function PagedTable<Row>({ paging, onTurn, total, sizes, sum, empty, rows, ...table }: Props<Row>) {
  const { per_page, together = 1 } = paging;
  const count = total ?? rows.length;
  const last = Math.max(1, Math.ceil(count / per_page));
  const page = firstOf(Math.min(paging.page, last), together);
  // There are rows, but not on this page: the last page is loading, or its response has not replaced the previous one yet.
  const isElsewhere = total !== undefined && total > 0 && rows.length === 0;
  const isBeyond = isElsewhere && paging.page > last;
  const turn = useRef(onTurn);
  useEffect(() => {
    turn.current = onTurn;
  });
  // Called once even if `onTurn` changes at every render: turning renders again, and would turn again before the address has changed.
  useEffect(() => {
    if (isBeyond) turn.current({ page: last, per_page }, true);
  }, [isBeyond, last, per_page]);
  const before = (page - 1) * per_page;
  const shown = total === undefined ? rows.slice(before, before + per_page) : rows;
  return (
    <>
      {isElsewhere ? null : shown.length === 0 ? empty : <Table {...table} rows={shown} before={before} />}
      {count > 0 && (
        <Pager
          page={page}
          perPage={per_page}
          together={together}
          total={count}
          sum={sum}
          sizes={sizes}
          onChange={onTurn}
        />
      )}
    </>
  );
}
