import { Page } from '#ui/Page.tsx';
import { EmptyState } from '#ui/States.tsx';
export function Screen() {
  return (
    <Page title="Sales History">
      <EmptyState title="No products history found" />
    </Page>
  );
}
