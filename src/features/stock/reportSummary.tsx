import { showNaira } from '#domain/money.ts';

/** The sums of the rows in the table (REP-04, K28). */
export function ReportSummary({ sums }: { sums: { total: string; skus: number; cases: number } }) {
  const figures = [
    ['Value', showNaira(sums.total)],
    ['SKU count', sums.skus.toLocaleString('en-NG')],
    ['Case count', sums.cases.toLocaleString('en-NG', { maximumFractionDigits: 2 })],
  ] as const;
  return (
    <section aria-label="Summary" className="grid gap-3 sm:grid-cols-3">
      {figures.map(([title, figure]) => (
        <div key={title} className="rounded-card border bg-surface px-5 py-4 shadow-card">
          <p className="text-sm text-ink-faint">{title}</p>
          <p className="figures text-2xl font-bold">{figure}</p>
        </div>
      ))}
    </section>
  );
}
