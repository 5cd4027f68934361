import { PrintButton, usePrintedList } from '#crud/list/PrintList.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { useSalesHistory } from './useSalesHistory.tsx';

/** The sales history as a page with an address that can be shared (PROD-33 to PROD-36). */
export function Screen() {
  const control = usePrintedList(useListState(20, { measure: 'units' }));
  const { state, set, turning } = control;
  const { note, exporting, table, count, query } = useSalesHistory({
    ...turning,
    search: state.search,
    measure: state.filters.measure ?? '',
    // Another measure shows the same rows, so the page number stays.
    set: (change) => set(change.measure === undefined ? change : { ...change, page: String(state.page) }),
  });
  return (
    <ReportPage
      title="Sales History"
      note={note}
      actions={
        <>
          <PrintButton control={control} count={count} of={query} />
          {exporting}
        </>
      }
    >
      {table}
    </ReportPage>
  );
}
