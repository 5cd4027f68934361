import type { BaseRow } from '#contract/model.ts';
import { Moment } from '#ui/tables/Moment.tsx';

/** The last change of a record, which everybody who sees the record may see (B12.2). */
export function LastChanged({ row }: { row: BaseRow }) {
  return (
    <p className="text-sm text-ink-faint">
      Last changed by {row.modified_by?.name ?? 'the system'}, <Moment at={row.modified} />
    </p>
  );
}
