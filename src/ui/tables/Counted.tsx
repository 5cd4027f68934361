/**
 * A heading with a count: "Warehouses (32)". `count` is undefined until it is known. Its place after the words is reserved, so nothing moves when it
 * arrives.
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
