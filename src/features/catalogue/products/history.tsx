import { useListState } from '#crud/list/useListState.ts';
import { Page } from '#ui/Page.tsx';
import { useSalesHistory } from './useSalesHistory.tsx';

/** PROD-33 to PROD-36 as a page, whose address can be given to somebody else. */
export function Screen() {
  const { state, set, turning } = useListState(20, { measure: 'units' });
  const { note, exporting, table } = useSalesHistory({
    ...turning,
    search: state.search,
    measure: state.filters.measure ?? '',
    // Another measure is of the same rows: the page stays.
    set: (change) => set(change.measure === undefined ? change : { ...change, page: String(state.page) }),
  });
  return (
    <Page title="Sales History" note={note} actions={exporting}>
      {table}
    </Page>
  );
}
