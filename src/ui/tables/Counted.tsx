/**
 * "Warehouses (32)", for a heading. `count`: undefined while it is not known; it comes into a place that was there before, after the words, so
 * nothing moves.
 */
export function Counted({ title, count }: { title: string; count: number | undefined }) {
  return (
    <>
      {title}
      <span className="figures font-normal text-ink-faint">
        {count !== undefined && ` (${count.toLocaleString('en-NG')})`}
      </span>
    </>
  );
}
