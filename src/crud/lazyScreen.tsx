/** A screen in a separate file, for a route. */
import { probe } from '#client/online.ts';
import { Card } from '#ui/Card.tsx';
import { NetworkErrorScreen } from '#ui/feedback/FullScreenMessage.tsx';
import { SkeletonRows } from '#ui/feedback/States.tsx';
import { type LazyPart, lazyPart } from './lazyPart.tsx';

/** The lists that can be read. A screen that loaded before has brought this file. */
const KeptPlaces = lazyPart(() => import('./query/KeptPlaces.tsx'), 'KeptPlaces');

/** A page that was loaded less than this time ago, in ms, is not reloaded, because the file would be missing again. */
const JUST_LOADED_MS = 10_000;

/** The screen that the file exports under that name. "You're offline" is shown until it loads. A page older than the server's files is reloaded. */
export function lazyScreen(load: () => Promise<Record<string, unknown>>, exportName: string): LazyPart<object> {
  return lazyPart(
    load as () => Promise<Record<string, () => null>>,
    exportName,
    () => (
      <NetworkErrorScreen onRetry={() => void probe()}>
        <p>It loads when the server answers.</p>
        <KeptPlaces />
      </NetworkErrorScreen>
    ),
    () => performance.now() > JUST_LOADED_MS && location.reload(),
  );
}

/** Shown while a screen's file is loading. The shell around it stays usable. */
export function ScreenToCome() {
  return (
    <div className="px-4 py-5 sm:px-6">
      <Card padded={false}>
        <SkeletonRows />
      </Card>
    </div>
  );
}
