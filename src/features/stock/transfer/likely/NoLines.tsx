import { EmptyState } from '#ui/feedback/States.tsx';

/**
 * A list without a line. Where goods are offered it is one line (`isLine`): the goods come first. In a low window their heading says enough. `emptyHanded`: who
 * brings the goods and holds nothing.
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
