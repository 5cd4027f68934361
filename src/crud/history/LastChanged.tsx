import type { BaseRow } from '#contract/model.ts';
import { DateTime } from '#ui/tables/Moment.tsx';

/** Who changed the record last; shown to everybody who sees the record (B12.2). */
export function LastChanged({ row }: { row: BaseRow }) {
  return (
    <p className="text-sm text-ink-faint">
      Last changed by {row.modified_by?.name ?? 'the system'}, <DateTime at={row.modified} />
    </p>
  );
}
