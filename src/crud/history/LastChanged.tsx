import type { BaseRow } from '#contract/model.ts';
import { Moment } from '#ui/tables/Moment.tsx';

/** The last change of a record, which everybody who sees the record may see (B12.2). */
export function LastChanged({ row }: { row: BaseRow }) {
  // A server that knows only the documents does not send it.
  if (!row.modified) return null;
  // Rows of the demo and of a migration were written by no person.
  const name = row.modified_by?.name ?? 'system';
  return (
    <p className="text-sm text-ink-faint">
      Last changed by {name === 'system' ? 'the system' : name}, <Moment at={row.modified} />
    </p>
  );
}
