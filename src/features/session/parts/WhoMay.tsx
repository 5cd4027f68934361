import { useCan } from '#crud/query/useSession.ts';
import type { Permission } from '#domain/matrix.ts';
import { neededWords } from './accessWords.ts';

/** For people without a right that the page is about: one quiet line that says which roles have it (decision 1563). `act`: "Payments are recorded by". */
export function WhoMay({ right, act }: { right: Permission; act: string }) {
  const has = useCan(right);
  const { roles } = neededWords([right]);
  if (has || roles.length === 0) return null;
  return <p className="no-print max-w-md text-sm text-ink-faint">{`${act} ${roles.join(', ')}.`}</p>;
}
