import type { ReactNode } from 'react';

/** A word with its value below it in a `dl`: a fact of a record. The word has the looks of the name of a figure. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
      <dd className="font-medium [overflow-wrap:anywhere] compact:text-sm">{children}</dd>
    </div>
  );
}
