/** The rows of the menu, which its open and its folded form share. */
import { memo } from 'react';
import { Link } from '#crud/Link.tsx';
import type { Address } from '#crud/paths.ts';
import { classes } from '#ui/classes.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';

/**
 * A row of the menu. With a mouse the window's height gives its height: Home, the groups and the largest group of an administrator with its headings fit a
 * window of 900 px and of 800 px, and the rows do not change when a group is opened.
 */
export const item =
  'flex min-h-tap by-mouse:min-h-[clamp(1.5625rem,calc((100dvh-10.25rem)/25),2.25rem)] by-mouse:tall:min-h-[clamp(1.625rem,calc((100dvh-13.75rem)/25),2.25rem)] items-center gap-3 rounded-field px-3 text-sm pointer-coarse:text-[0.9375rem] transition-colors';

export const current = (here: boolean) => (here ? { 'aria-current': 'page' as const } : {});

/** The mark at the edge of the menu, beside the link of the current screen. */
export const HereMark = ({ className = '-left-1' }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classes('absolute top-1/2 h-6 w-1 -translate-y-1/2 rounded-r bg-brand-mark', className)}
  />
);

interface MenuLinkProps {
  to: Address;
  title: string;
  here: boolean;
  onPick: (() => void) | undefined;
  /** The icon of a single link. */
  icon?: IconName;
  /** The link stands below no icon of a group. */
  flush?: boolean;
}

/** Memoised, so that a change of address renders only two of forty links again. */
export const MenuLink = memo(function MenuLink({ to, title, here, onPick, icon, flush = false }: MenuLinkProps) {
  return (
    <Link
      to={to}
      className={classes(
        item,
        'relative',
        !icon && !flush && 'pl-11',
        here
          ? 'bg-brand-raised font-medium text-brand-ink'
          : 'text-brand-soft hover:bg-brand-raised/60 hover:text-brand-ink',
      )}
      {...current(here)}
      {...(onPick ? { onClick: onPick } : {})}
    >
      {here && <HereMark className="-left-3" />}
      {icon && <Icon name={icon} />}
      {title}
    </Link>
  );
});
