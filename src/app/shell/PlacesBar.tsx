import { useEffect } from 'react';
import { Link } from '#crud/Link.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { MiniLink } from '../menu.ts';

const place =
  'grid min-h-14 min-w-0 flex-1 content-center justify-items-center gap-0.5 rounded-field px-1 text-[0.75rem] font-medium';

/**
 * The bar of places at the foot of a phone and of an upright tablet: places of the role, and the menu. The bar is part of the page's flow, so it never covers the
 * end of a page. A screen with its own bar of final buttons, or with the keys of a desk, shows only those.
 */
export function PlacesBar({ places, here, onMore }: { places: readonly MiniLink[]; here: string; onMore: () => void }) {
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
        aria-label="More places"
        className={classes(place, here === '' ? 'text-accent' : 'text-ink-soft')}
        onClick={onMore}
      >
        <Icon name="more" size={22} />
        More
      </button>
    </nav>
  );
}
