import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#client/whenIdle.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import type { Who } from '#domain/permissions.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { type BarOf, barFor, MORE_PLACES, placeOf, placesFor } from '../../menu.ts';

const PlacesSheet = lazyPart(() => import('./PlacesSheet.tsx'), 'PlacesSheet');

const place =
  'grid min-h-14 min-w-0 flex-1 content-center justify-items-center gap-0.5 rounded-field px-1 text-[0.75rem] font-medium';

/**
 * The bar of places at the foot of a phone and of an upright tablet: places of the role, and behind "More" the others with the menu. The bar is part of the page's flow, so it never covers the
 * end of a page. A screen with its own bar of final buttons, or with the keys of a desk, shows only those.
 */
export function PlacesBar({
  who: { role, permissions },
  of,
  pathname,
}: {
  who: Pick<Who, 'role' | 'permissions'>;
  of: BarOf;
  pathname: string;
}) {
  const [isMore, setMore] = useState(false);
  const { places, more } = barFor(role, permissions, of);
  const here = placeOf(places, pathname);
  // The sheet must open at once, even if the server stopped answering.
  useEffect(() => whenIdle(() => void PlacesSheet.preload()), []);
  useEffect(() => {
    // A focused control scrolls clear of the bar (WCAG 2.4.11).
    document.documentElement.style.scrollPaddingBottom = '7rem';
    return () => {
      document.documentElement.style.scrollPaddingBottom = '';
    };
  }, []);
  return (
    <nav
      aria-label="Places"
      data-bottom-bar
      className="no-print sticky bottom-0 in-data-barred:hidden in-data-desk:hidden z-20 flex border-t bg-surface px-2 pb-[env(safe-area-inset-bottom)]"
    >
      {places.map(({ to, title, icon }) => (
        <Link
          key={to}
          to={to}
          {...(to === here ? { 'aria-current': 'page' as const } : {})}
          className={classes(place, to === here ? 'text-accent' : 'text-ink-soft')}
        >
          <Icon name={icon} size={22} />
          {title}
        </Link>
      ))}
      <button
        type="button"
        aria-label={MORE_PLACES}
        aria-haspopup="dialog"
        className={classes(place, here === '' ? 'text-accent' : 'text-ink-soft')}
        onClick={() => setMore(true)}
      >
        <Icon name="more" size={22} />
        More
      </button>
      {isMore && (
        <Suspense fallback={null}>
          <PlacesSheet
            places={more}
            groups={placesFor(permissions, true).groups}
            pathname={pathname}
            onClose={() => setMore(false)}
          />
        </Suspense>
      )}
    </nav>
  );
}
