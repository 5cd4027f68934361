import { type ReactNode, useEffect, useRef } from 'react';
import { Pager, type Turn } from './Pager.tsx';
import { Table, type TableProps } from './Table.tsx';

interface Props<Row> extends Omit<TableProps<Row>, 'before'> {
  paging: Turn;
  /** `replace`: nobody turned it, so that Back does not lead to a page that is no more. */
  onTurn: (next: Turn, replace?: boolean) => void;
  /** Given: `rows` are one page of so many, as the server cut it. Otherwise they are all there are, and are cut here. */
  total?: number;
  /** Offered page sizes; `[]`: only the one of `paging`. */
  sizes?: readonly number[];
  /** Stands in place of no rows. */
  empty: ReactNode;
}

/**
 * A table by the page with its pager, or what is said when there are no rows. `paging` and `onTurn` are a list's state
 * (`{...turning}` of useListState: address and remembered size) or a screen's own. The last page is shown when there are fewer rows by now,
 * or the address names one beyond: "none found" would not be true. NUMBER counts through all pages.
 */
export function PagedTable<Row>({ paging, onTurn, total, sizes, empty, rows, ...table }: Props<Row>) {
  const { per_page } = paging;
  const count = total ?? rows.length;
  const last = Math.max(1, Math.ceil(count / per_page));
  const page = Math.min(paging.page, last);
  // There are some, but not here: the last page is on its way, and so it is while the answer before it still stands.
  const isElsewhere = total !== undefined && total > 0 && rows.length === 0;
  const isBeyond = isElsewhere && paging.page > last;
  const turn = useRef(onTurn);
  useEffect(() => {
    turn.current = onTurn;
  });
  // Once, also where `onTurn` is another one at every drawing: turning draws anew, and would turn again before the address has changed.
  useEffect(() => {
    if (isBeyond) turn.current({ page: last, per_page }, true);
  }, [isBeyond, last, per_page]);
  const before = (page - 1) * per_page;
  const shown = total === undefined ? rows.slice(before, before + per_page) : rows;
  return (
    <>
      {isElsewhere ? null : shown.length === 0 ? empty : <Table {...table} rows={shown} before={before} />}
      {count > 0 && <Pager page={page} perPage={per_page} total={count} sizes={sizes} onChange={onTurn} />}
    </>
  );
}
