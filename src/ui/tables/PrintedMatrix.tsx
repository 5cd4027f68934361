import type { ReactNode } from 'react';
import type { Column } from './Table.tsx';

/** Columns per block: with upright headings this many fit beside the lead columns on A4 portrait. */
const BLOCK = 12;

interface Props<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  lead: readonly Column<Row>[];
  many: readonly { key: string; title: string }[];
  cell: (row: Row, key: string) => ReactNode;
}

/**
 * A matrix on paper, where nothing scrolls: several tables of a few columns each, one below the other. The first one has all lead columns, the
 * others only number and name.
 */
export function PrintedMatrix<Row>({ rows, keyOf, lead, many, cell }: Props<Row>) {
  const blocks = Array.from({ length: Math.max(1, Math.ceil(many.length / BLOCK)) }, (_, at) =>
    many.slice(at * BLOCK, (at + 1) * BLOCK),
  );
  const names = lead.filter((column) => column.grow || column.key === '#');
  return blocks.map((block, at) => {
    const about = at === 0 ? lead : names;
    return (
      <table key={block[0]?.key ?? ''} className="hidden w-full border-collapse not-first:mt-8 print:table">
        <thead>
          <tr className="border-b text-left align-bottom">
            {about.map(({ key, title }) => (
              <th key={key} scope="col" className="px-1 py-1 font-semibold">
                {title}
              </th>
            ))}
            {block.map(({ key, title }) => (
              <th key={key} scope="col" className="w-7 p-0 font-semibold">
                <span className="mx-auto block max-h-36 rotate-180 py-1 [writing-mode:vertical-rl]">{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row)} className="border-b">
              {about.map((column) => (
                <td key={column.key} className="px-1 py-0.5">
                  {column.cell(row, index)}
                </td>
              ))}
              {block.map(({ key }) => (
                <td key={key} className="w-7 p-0 text-center">
                  {cell(row, key)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  });
}
