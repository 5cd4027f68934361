import { useEffect, useState, useSyncExternalStore } from 'react';
import { TextLink } from '../Link.tsx';
import { type KeptPlace, keptPlaces } from './keptPlaces.ts';

/** How many lists are named. */
const MOST = 6;

/** "Stored on this device:" with links to lists that can be read without the server. */
export function KeptPlaces() {
  const find = useSyncExternalStore(keptPlaces.subscribe, keptPlaces.read, keptPlaces.read);
  const [places, setPlaces] = useState<readonly KeptPlace[]>([]);
  useEffect(() => {
    let isShown = true;
    void find?.().then(
      (found) => isShown && setPlaces(found),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [find]);
  const others = places.filter(({ to }) => to !== location.pathname).slice(0, MOST);
  if (others.length === 0) return null;
  return (
    <nav aria-label="Stored on this device" className="flex flex-wrap items-center justify-center gap-x-4">
      <span>You can read:</span>
      {others.map(({ to, title }) => (
        <TextLink key={to} to={to}>
          {title}
        </TextLink>
      ))}
    </nav>
  );
}
