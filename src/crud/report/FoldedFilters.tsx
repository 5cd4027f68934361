import { type ReactNode, useState } from 'react';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';

/** The filters of a report. On a phone they are folded while there is an answer, which stands first. `open`: there is none, so that they are needed. */
export function FoldedFilters({ open, children }: { open: boolean; children: ReactNode }) {
  const [unfolded, setUnfolded] = useState(false);
  const shown = open || unfolded;
  return (
    <Card label="Filters">
      {!open && (
        <button
          type="button"
          aria-expanded={shown}
          className="-m-5 flex min-h-tap w-[calc(100%+2.5rem)] items-center justify-between px-5 font-semibold sm:hidden"
          onClick={() => setUnfolded(!unfolded)}
        >
          <span className="flex items-center gap-2">
            <Icon name="filter" />
            Filters
          </span>
          <Icon name={shown ? 'up' : 'down'} />
        </button>
      )}
      <div className={shown ? (open ? '' : 'max-sm:mt-8') : 'max-sm:hidden'}>{children}</div>
    </Card>
  );
}
