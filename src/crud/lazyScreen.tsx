/** A screen in a file of its own, for a route. */
import { probe } from '#client/online.ts';
import { Card } from '#ui/Card.tsx';
import { SkeletonRows } from '#ui/feedback/States.tsx';
import { NetworkErrorScreen } from '#ui/tables/WindowedList.tsx';
import { type LazyPart, lazyPart } from './lazyPart.tsx';

/** A page that has just been loaded is not loaded again: the file would not be there then either. */
const JUST_LOADED_MS = 10_000;

/** What the file exports under that name; "You're offline" until it comes. A page older than the server's files is loaded anew. */
export function lazyScreen(load: () => Promise<Record<string, unknown>>, exportName: string): LazyPart<object> {
  return lazyPart(
    load as () => Promise<Record<string, () => null>>,
    exportName,
    () => <NetworkErrorScreen onRetry={() => void probe()} />,
    () => performance.now() > JUST_LOADED_MS && location.reload(),
  );
}

/** In place of a screen whose file is long in coming: that it comes. What stands around it goes on, so that one may go elsewhere meanwhile. */
export function ScreenToCome() {
  return (
    <div className="px-4 py-5 sm:px-6">
      <Card padded={false}>
        <SkeletonRows />
      </Card>
    </div>
  );
}
