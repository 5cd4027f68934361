import { useState } from 'react';
import { Card } from '#ui/Card.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Counted } from '#ui/tables/Counted.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import type { BadCell, GoodRow } from './checkCsv.ts';
import type { UploadState } from './useUpload.ts';

/** The bad cells: row, column, content, reason, and what was expected. */
export function BadCells({ bad }: { bad: readonly BadCell[] }) {
  return (
    <Paged
      title="Wrong cells"
      rows={bad}
      keyOf={(cell) => `${cell.line}-${cell.column}-${bad.indexOf(cell)}`}
      columns={[
        { key: 'row', title: 'Row', align: 'right', cell: (cell) => cell.line },
        { key: 'column', title: 'Column', cell: (cell) => cell.column || 'Whole row' },
        {
          key: 'cell',
          title: 'In the file',
          cell: (cell) =>
            cell.cell ? (
              // The content is shown unchanged and can be read by touch. Long content is cut.
              <code
                title={cell.cell}
                className="line-clamp-6 w-max max-w-40 whitespace-normal wrap-anywhere rounded bg-surface-sunken px-1.5 xl:max-w-60"
              >
                {cell.cell}
              </code>
            ) : (
              <span className="text-ink-faint">empty</span>
            ),
        },
        {
          key: 'why',
          title: 'Why',
          grow: true,
          cell: (cell) => <span className="block min-w-40 font-medium text-bad">{cell.why}</span>,
        },
        {
          key: 'expected',
          title: 'Expected',
          cell: (cell) => <span className="block min-w-40 whitespace-normal">{cell.expected}</span>,
        },
      ]}
    />
  );
}

const WAITING: Partial<Record<string, string>> = { checked: 'Ready', sending: 'Waiting' };

/** The rows without bad cells, with the verdict of each. */
export function Rows<T>({
  upload,
  preview,
  unchanged,
  tells = false,
}: {
  upload: UploadState<T>;
  preview: readonly Column<GoodRow<T>>[];
  unchanged: (value: T) => boolean;
  /** True when the server describes the result of each row, including accepted rows. */
  tells?: boolean | undefined;
}) {
  const result = (row: GoodRow<T>) => {
    if (unchanged(row.value)) return <span className="text-ink-faint">No change</span>;
    const verdict = upload.verdicts.get(row.line);
    if (!verdict) return <Badge>{WAITING[upload.phase] ?? 'Not saved'}</Badge>;
    if (verdict.ok && tells)
      return <span className="block min-w-40 whitespace-normal text-good">{verdict.message}</span>;
    if (verdict.ok) return <Badge tone="good">Saved</Badge>;
    return <span className="block min-w-40 whitespace-normal font-medium text-bad">{verdict.message}</span>;
  };
  return (
    <Paged
      title="Rows"
      rows={upload.checked?.good ?? []}
      keyOf={(row) => row.key}
      columns={[
        { key: 'row', title: 'Row', align: 'right', cell: (row) => row.line },
        ...preview,
        { key: 'result', title: 'Result', cell: result },
      ]}
    />
  );
}

function Paged<Row>({
  title,
  rows,
  ...table
}: {
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly Column<Row>[];
}) {
  const [paging, setPaging] = useState({ page: 1, per_page: 20 });
  return (
    <Card padded={false} label={title}>
      <h2 className="border-b px-5 py-3 text-base font-semibold">
        <Counted title={title} count={rows.length} />
      </h2>
      <PagedTable paging={paging} onTurn={setPaging} label={title} rows={rows} empty={null} {...table} />
    </Card>
  );
}
