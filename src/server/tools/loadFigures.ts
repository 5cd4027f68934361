import type { LoadCall } from './loadClient.ts';

export interface LoadRow {
  readonly path: string;
  readonly calls: number;
  readonly perSecond: number;
  /** Half, and 99 of 100 calls, took at most so long. ms. */
  readonly p50: number;
  readonly p99: number;
  /** Calls without an answer of success. */
  readonly errors: number;
}

const atShare = (sorted: readonly number[], share: number) =>
  sorted[Math.min(Math.ceil(sorted.length * share), sorted.length) - 1] ?? 0;

function rowOf(path: string, calls: readonly LoadCall[], seconds: number): LoadRow {
  const times = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    path,
    calls: calls.length,
    perSecond: calls.length / seconds,
    p50: atShare(times, 0.5),
    p99: atShare(times, 0.99),
    errors: calls.filter(({ code }) => code !== 200).length,
  };
}

/** A row for each call, the commonest first, then one for all. `seconds`: how long the run took. */
export function loadRows(calls: readonly LoadCall[], seconds: number): LoadRow[] {
  const paths = [...new Set(calls.map(({ path }) => path))];
  const rows = paths.map((path) =>
    rowOf(
      path,
      calls.filter((one) => one.path === path),
      seconds,
    ),
  );
  return [...rows.sort((a, b) => b.calls - a.calls), rowOf('all', calls, seconds)];
}

export function loadTable(rows: readonly LoadRow[]): string {
  const cells = [
    ['call', 'calls', 'a second', 'p50 ms', 'p99 ms', 'errors'],
    ...rows.map((row) => [
      row.path,
      String(row.calls),
      row.perSecond.toFixed(1),
      ...[row.p50, row.p99, row.errors].map((one) => String(Math.round(one))),
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)));
  return cells
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .join('\n');
}
