import type { ReactNode } from 'react';
import { Pager, type Turn } from './Pager.tsx';
import { Table, type TableProps } from './Table.tsx';

interface Props<Row> extends Omit<TableProps<Row>, 'before'> {
  paging: Turn;
  onTurn: (next: Turn) => void;
  /** Given: `rows` are one page of so many, as the server cut it. Otherwise they are all there are, and are cut here. */
  total?: number;
  /** Offered page sizes; `[]`: only the one of `paging`. */
  sizes?: readonly number[];
  /** Stands in place of no rows. */
  empty: ReactNode;
}

/**
 * A table by the page with its pager, or what is said when there are no rows. `paging` and `onTurn` are a list's state
 * (`{...turning}` of useListState: address and remembered size) or a screen's own. Rows that were all read show the last page when there
 * are fewer of them by now; NUMBER counts through all pages.
 */
export function PagedTable<Row>({ paging, onTurn, total, sizes, empty, rows, ...table }: Props<Row>) {
  const { per_page } = paging;
  const count = total ?? rows.length;
  const page = total === undefined ? Math.max(1, Math.min(paging.page, Math.ceil(count / per_page))) : paging.page;
  const before = (page - 1) * per_page;
  const shown = total === undefined ? rows.slice(before, before + per_page) : rows;
  return (
    <>
      {shown.length === 0 ? empty : <Table {...table} rows={shown} before={before} />}
      {count > 0 && <Pager page={page} perPage={per_page} total={count} sizes={sizes} onChange={onTurn} />}
    </>
  );
}
