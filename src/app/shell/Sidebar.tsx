import { useLocation } from '@tanstack/react-router';
import { memo, useEffect, useRef, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { Link } from '#crud/Link.tsx';
import type { Address } from '#crud/paths.ts';
import { useSession } from '#crud/query/useSession.ts';
import { APP_NAME } from '#domain/permissions.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { type MenuGroup, menuFor, miniFor } from '../menu.ts';

const item = 'flex min-h-tap items-center gap-3 rounded-field px-3 text-[0.9375rem] transition-colors';
const head =
  'flex w-full items-center justify-between gap-2 rounded-field px-3 text-left text-xs font-semibold uppercase tracking-wider text-brand-soft';

/** The distance between the current screen's link and the lower edge of the menu, in px. */
const EDGE = 12;

const isHere = (to: string, pathname: string) =>
  to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);

/**
 * The sidebar, 240 px open or 60 px collapsed (SHELL-29, SHELL-30). `onPick` closes the drawer of narrow screens; with `onPick` the sidebar takes
 * the focus.
 */
export function Sidebar({ open, onPick }: { open: boolean; onPick?: () => void }) {
  const { profile } = useSession();
  const pathname = useLocation({ select: (at) => at.pathname });
  const nav = useRef<HTMLElement>(null);
  const { closed, toggle } = useClosedGroups(profile?.user_id ?? '');
  const drawer = onPick !== undefined;
  useEffect(() => {
    if (drawer) nav.current?.querySelector<HTMLElement>('[aria-current="page"], a')?.focus();
  }, [drawer]);
  // Scrolls a long menu to the current link. It runs in the next frame because it needs the layout of the whole screen. Only the menu is scrolled:
  // scrollIntoView would also move the page.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const link = nav.current?.querySelector('[aria-current="page"]');
      if (!nav.current || !link) return;
      const below = link.getBoundingClientRect().bottom + EDGE - nav.current.getBoundingClientRect().bottom;
      if (below > 0) nav.current.scrollTop += below;
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const groups = menuFor(profile?.permissions ?? []);
  if (!open) {
    return (
      <nav aria-label="Main" className="flex w-sidebar-mini flex-col items-center gap-1 overflow-y-auto py-2">
        {miniFor(profile?.permissions ?? []).map((one) => (
          <Link
            key={one.title}
            to={one.to}
            aria-label={one.title}
            title={one.title}
            {...current(isHere(one.to, pathname))}
            className={classes(
              'grid size-12 shrink-0 place-items-center rounded-field',
              isHere(one.to, pathname) ? 'bg-brand-raised text-brand-ink' : 'text-brand-soft hover:text-brand-ink',
            )}
          >
            <Icon name={one.icon} size={22} />
          </Link>
        ))}
      </nav>
    );
  }
  const body = (group: MenuGroup) =>
    group.links.map(({ to, title }) => (
      <MenuLink key={to} to={to} title={title} here={isHere(to, pathname)} onPick={onPick} />
    ));
  return (
    <nav ref={nav} aria-label="Main" className="flex w-sidebar flex-col gap-1 overflow-y-auto p-3">
      <MenuLink to="/" title="Home" icon="home" here={isHere('/', pathname)} onPick={onPick} />
      {groups.map((group) => (
        <Group
          key={group.title}
          title={group.title}
          // The group of the current screen is always open.
          here={group.links.some((link) => isHere(link.to, pathname))}
          closed={closed.includes(group.title)}
          onToggle={() => toggle(group.title)}
        >
          {body(group)}
        </Group>
      ))}
      <p className="mt-auto px-3 pt-6 text-xs text-brand-soft">
        {profile?.seller ? profile.seller.name : `${APP_NAME} back office`}
      </p>
    </nav>
  );
}

const current = (here: boolean) => (here ? { 'aria-current': 'page' as const } : {});

interface MenuLinkProps {
  to: Address;
  title: string;
  here: boolean;
  onPick: (() => void) | undefined;
  /** An icon instead of the mark of the current screen. */
  icon?: 'home';
}

/** Renders only when its own properties change: a new address changes two of forty links. */
const MenuLink = memo(function MenuLink({ to, title, here, onPick, icon }: MenuLinkProps) {
  return (
    <Link
      to={to}
      className={classes(
        item,
        here
          ? 'bg-brand-raised font-semibold text-brand-ink'
          : 'text-brand-soft hover:bg-brand-raised/60 hover:text-brand-ink',
      )}
      {...current(here)}
      {...(onPick ? { onClick: onPick } : {})}
    >
      {icon ? (
        <Icon name={icon} />
      ) : (
        <span
          aria-hidden="true"
          className={classes('h-5 w-1 rounded-full', here ? 'bg-brand-mark' : 'bg-transparent')}
        />
      )}
      {title}
    </Link>
  );
});

/** A group of links under a button that shows or hides them. The group of the current screen has only a heading, without the button. */
function Group({
  title,
  here,
  closed,
  onToggle,
  children,
}: {
  title: string;
  here: boolean;
  closed: boolean;
  onToggle: () => void;
  children: React.ReactNode;
}) {
  const shut = closed && !here;
  const id = `menu-${title.toLowerCase()}`;
  return (
    <section aria-label={title}>
      <h2 className="mt-1">
        {here ? (
          <span className={`${head} min-h-tap`}>{title}</span>
        ) : (
          <button
            type="button"
            aria-expanded={!shut}
            aria-controls={id}
            onClick={onToggle}
            className={`${head} min-h-tap hover:bg-brand-raised/60 hover:text-brand-ink`}
          >
            {title}
            <Icon name={shut ? 'next' : 'down'} size={16} />
          </button>
        )}
      </h2>
      <div id={id} hidden={shut} className={classes('flex-col', !shut && 'flex')}>
        {children}
      </div>
    </section>
  );
}

/** The groups that this person closed on this device; all are open at first. */
function useClosedGroups(userId: string) {
  const key = `menu:${userId}`;
  const [closed, setClosed] = useState<readonly string[]>(() => readLocal(key, { closed: [] as string[] }).closed);
  const toggle = (title: string) => {
    const next = closed.includes(title) ? closed.filter((one) => one !== title) : [...closed, title];
    setClosed(next);
    writeLocal(key, { closed: next });
  };
  return { closed, toggle };
}
