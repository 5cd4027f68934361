/** The parts of a record that is shown beside its list. */
import { type ReactNode, useEffect, useState } from 'react';
import { plural } from '#domain/plural.ts';
import { SkeletonRows } from '#ui/feedback/States.tsx';
import { Pack } from '../fields/Pack.tsx';

/**
 * The id that has been shown for a moment. If a person moves quickly through rows, the app requests none of the passed rows.
 */
export function useSettledId(id: string): string {
  const [settled, setSettled] = useState(id);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return settled;
}
const PAUSE_MS = 150;

/** Names beside their values. */
export function PeekFacts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="flex flex-col gap-2 border-b px-5 py-4 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-4">
          <dt className="shrink-0 text-ink-soft">{name}</dt>
          <dd className="min-w-0 text-right font-medium [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A large figure, its name above and what belongs to it beside. */
export function PeekFigure({ name, children, aside }: { name: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="flex items-end justify-between gap-4 border-b px-5 py-4">
      <div className="min-w-0">
        <p className="text-sm text-ink-soft">{name}</p>
        <p className="figures text-2xl font-semibold leading-8">{children}</p>
      </div>
      {aside && <div className="text-right text-sm text-ink-soft">{aside}</div>}
    </div>
  );
}

export interface PeekLine {
  _id: string;
  product: Parameters<typeof Pack>[0]['product'];
  /** How much of it. */
  size: ReactNode;
  amount: string;
}

/** The goods of an order. `lines`: undefined while they are read. */
export function PeekLines({ lines }: { lines: readonly PeekLine[] | undefined }) {
  if (!lines) return <SkeletonRows />;
  return (
    <section className="px-5 py-4">
      <h3 className="mb-1 text-sm text-ink-soft">{plural(lines.length, '# product', '# products')}</h3>
      <ul className="divide-y text-sm">
        {lines.map((line) => (
          <li key={line._id} className="flex items-center gap-3 py-2">
            <Pack product={line.product} />
            <span className="min-w-0 grow">
              <span className="block font-medium [overflow-wrap:anywhere]">{line.product.name}</span>
              <span className="block text-ink-soft">{line.size}</span>
            </span>
            <span className="figures shrink-0 font-medium">{line.amount}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
