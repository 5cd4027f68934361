import { EmptyState } from '#ui/feedback/States.tsx';

/**
 * The text of a list without lines. With offered goods below it is one line (`isLine`), and in a low window their heading is enough. `emptyHanded`:
 * the name of an associate who holds nothing, or null.
 */
export function NoLines({ isLine, emptyHanded }: { isLine: boolean; emptyHanded: string | null }) {
  const title = 'No products yet';
  const what =
    emptyHanded === null
      ? 'Scan the first case, or search for it.'
      : `${emptyHanded} holds nothing, as far as this tablet knows.`;
  if (!isLine) return <EmptyState title={title}>{what}</EmptyState>;
  return (
    <p className="flex min-h-12 items-center px-6 leading-tight text-ink-soft max-sm:px-4 short:hidden">{`${title}. ${what}`}</p>
  );
}
