import { useListState } from '#crud/list/useListState.ts';
import { Page } from '#ui/Page.tsx';
import { useSalesHistory } from './useSalesHistory.tsx';

/** The sales history as a screen of its own, whose address can be shared (PROD-33 to PROD-36). */
export function Screen() {
  const { state, set, turning } = useListState(20, { measure: 'units' });
  const { note, exporting, table } = useSalesHistory({
    ...turning,
    search: state.search,
    measure: state.filters.measure ?? '',
    // Another measure shows the same rows, so the page number stays.
    set: (change) => set(change.measure === undefined ? change : { ...change, page: String(state.page) }),
  });
  return (
    <Page title="Sales History" note={note} actions={exporting}>
      {table}
    </Page>
  );
}
