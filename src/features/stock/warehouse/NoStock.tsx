import type { ComponentProps } from 'react';
import { Button } from '#ui/Button.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';

/** A warehouse in which no product is shown. `onEmpty`: shows the products of which nothing is left, if there are any. */
export function NoStock({
  onEmpty,
  ...rest
}: Pick<ComponentProps<typeof NoRows>, 'search' | 'isFiltered' | 'onClear'> & { onEmpty: (() => void) | undefined }) {
  const isNarrow = rest.search || rest.isFiltered;
  return (
    <NoRows
      title="No products found in warehouse"
      why={onEmpty ? 'It is empty now.' : 'Nothing has come in yet.'}
      {...rest}
    >
      {onEmpty && !isNarrow && <Button onClick={onEmpty}>Show empty</Button>}
    </NoRows>
  );
}
