/**
 * A heading with a count: "Warehouses (32)". `count` is undefined until it is known. Its place after the words is reserved, so nothing moves when it
 * arrives.
 */
import { showNumber } from '#domain/number.ts';
export function Counted({ title, count }: { title: string; count: number | undefined }) {
  return (
    <>
      {title}
      <span className="figures inline-block min-w-[4.25em] max-sm:min-w-[3em] font-normal text-ink-faint">
        {/* The blank would go at the beginning of a box of its own. */}
        {count !== undefined && `\u00a0(${showNumber(count)})`}
      </span>
    </>
  );
}
