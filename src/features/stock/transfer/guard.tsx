import { useParams } from '@tanstack/react-router';
import { useCan } from '#crud/useSession.ts';
import { kindOfRoute } from '#domain/transfer.ts';
import { EmptyState } from '#ui/States.tsx';
import { kitTexts } from '#ui/texts.ts';
import { Screen as Wizard } from './screen.tsx';

/** TRF-11: each of the four needs its own permission. */
export function Screen() {
  const { type = '', direction = '' } = useParams({ strict: false }) as { type?: string; direction?: string };
  const kind = kindOfRoute(type, direction);
  const allowed = useCan(...(kind ? [kind.permission] : []));
  if (allowed) return <Wizard />;
  return (
    <div className="py-16">
      <EmptyState icon="lock" title={kitTexts.unauthorized}>
        {kitTexts.unauthorizedWhy}
      </EmptyState>
    </div>
  );
}
