import { useLocation } from '@tanstack/react-router';
import { Fragment, memo, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { Link } from '#crud/Link.tsx';
import type { Address } from '#crud/paths.ts';
import { useSession } from '#crud/query/useSession.ts';
import { APP_NAME } from '#domain/permissions.ts';
import { classes } from '#ui/classes.ts';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { barFor, hasPlaces, isIn, type MenuGroup, miniFor, placeOf, placesFor } from '../menu.ts';
import { PlacesBar } from './PlacesBar.tsx';

/**
 * A row of the menu. With a mouse the window's height gives its height: Home, the groups and the largest group of an administrator with its headings fit a
 * window of 900 px and of 800 px, and the rows do not change when a group is opened.
 */
const item =
  'flex min-h-tap by-mouse:min-h-[clamp(1.5625rem,calc((100dvh-10.25rem)/25),2.25rem)] by-mouse:tall:min-h-[clamp(1.625rem,calc((100dvh-13.75rem)/25),2.25rem)] items-center gap-3 rounded-field px-3 text-sm pointer-coarse:text-[0.9375rem] transition-colors';
/** A touch device shows the transfers first, because an officer opens them all day. */
const byFinger = () => matchMedia('(pointer: coarse)').matches;

/** The least distance in px between the current screen's link and the lower edge of the menu. */
const EDGE = 12;

interface SidebarProps {
  open: boolean;
  /** Closes the drawer after a press on a link. If given, the menu takes the focus. */
  onPick?: () => void;
  /** Opens the drawer, for the groups of the mini sidebar. */
  onOpen?: () => void;
}

/**
 * The menu: 240 px wide when open, 60 px as mini sidebar (SHELL-29, SHELL-30). The links of the mini sidebar have their
 * first word below them. With a mouse the mini sidebar has a button for each group.
 */
export function Sidebar(props: SidebarProps) {
  return (
    <>
      <Menu {...props} />
      {props.onOpen && <PlacesAtFoot onOpen={props.onOpen} />}
    </>
  );
}

/** The bar of places. It loads with the menu and is drawn at the end of the frame. */
function PlacesAtFoot({ onOpen }: { onOpen: () => void }) {
  const { profile } = useSession();
  const pathname = useLocation({ select: (at) => at.pathname });
  const isPhone = useMedia('(width < 40rem)');
  // A lying tablet has the rail at its side.
  const isUpright = useMedia('(width < 64rem) and (pointer: coarse)');
  const of = isPhone ? 'phone' : 'tablet';
  const frame = document.getElementById('screen')?.parentElement?.parentElement;
  if (!((isPhone || isUpright) && frame && profile && hasPlaces(pathname, of))) return null;
  const places = barFor(profile.role, profile.permissions, of);
  return createPortal(<PlacesBar places={places} here={placeOf(places, pathname)} onMore={onOpen} />, frame);
}

function Menu({ open, onPick, onOpen }: SidebarProps) {
  const { profile } = useSession();
  const pathname = useLocation({ select: (at) => at.pathname });
  const nav = useRef<HTMLElement>(null);
  const { opened, toggle } = useOpenedGroups(profile?.user_id ?? '');
  const [finger] = useState(byFinger);
  const drawer = onPick !== undefined;
  useEffect(() => {
    if (drawer) nav.current?.querySelector<HTMLElement>('[aria-current="page"], a')?.focus();
  }, [drawer]);
  // A long menu scrolls to the current link, also when another screen is opened. This runs in the next frame, because it needs the layout of the whole screen. It scrolls only the menu,
  // while scrollIntoView would scroll the page too.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const link = nav.current?.querySelector('[aria-current="page"]');
      if (!nav.current || !link || !pathname) return;
      const [own, menu] = [link.getBoundingClientRect(), nav.current.getBoundingClientRect()];
      const below = own.bottom + EDGE - menu.bottom;
      // "Home" stays at the top of the menu and is as high as this link.
      const above = menu.top + EDGE + own.height - own.top;
      if (below > 0) nav.current.scrollTop += below;
      else if (above > 0) nav.current.scrollTop -= above;
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  const { first, groups } = placesFor(profile?.permissions ?? [], finger);
  if (!open) {
    const minis = miniFor(profile?.permissions ?? [], finger);
    return (
      <nav aria-label="Main" className="flex w-sidebar-mini flex-col items-center gap-1 overflow-y-auto p-1">
        {minis.map((one) => (
          <Link
            key={one.title}
            to={one.to}
            aria-label={one.title}
            title={one.title}
            {...current(isIn(one.to, pathname))}
            className={classes(
              miniItem(isIn(one.to, pathname)),
              'w-full text-[0.6875rem] pointer-coarse:py-2 by-mouse:gap-0 by-mouse:text-[0.625rem] by-mouse:leading-4',
            )}
          >
            {isIn(one.to, pathname) && <HereMark />}
            <Icon name={one.icon} size={22} />
            {one.title.replace(/.*: | .*/g, '')}
          </Link>
        ))}
        {!finger && (
          <div className="mt-1 grid w-full gap-1 border-t border-brand-line pt-2">
            {groups.map((group) => {
              // One mark at most: a screen with a link above is marked there.
              const here =
                !minis.some(({ to }) => isIn(to, pathname)) && group.links.some(({ to }) => isIn(to, pathname));
              return (
                <button
                  key={group.title}
                  type="button"
                  aria-label={`${group.title} menu`}
                  title={group.title}
                  onClick={() => {
                    if (!opened.includes(group.title)) toggle(group.title);
                    onOpen?.();
                  }}
                  className={classes(miniItem(here), 'w-full gap-0 text-[0.625rem] leading-4')}
                >
                  {here && <HereMark />}
                  <Icon name={group.icon} size={22} />
                  {group.title}
                </button>
              );
            })}
          </div>
        )}
      </nav>
    );
  }
  const body = ({ links }: MenuGroup) =>
    links.map(({ to, title, subhead }, at) => (
      <Fragment key={to}>
        {subhead && subhead !== links[at - 1]?.subhead && <Subhead text={subhead} first={at === 0} />}
        <MenuLink to={to} title={title} here={isIn(to, pathname)} onPick={onPick} />
      </Fragment>
    ));
  return (
    <nav ref={nav} aria-label="Main" className="flex w-sidebar flex-col gap-1 overflow-y-auto p-3">
      <div className="sticky -top-3 z-10 -mx-3 -mt-3 bg-brand px-3 pt-3">
        <MenuLink to="/" title="Home" icon="home" here={isIn('/', pathname)} onPick={onPick} />
      </div>
      {first.map(({ to, title, icon }) => (
        <MenuLink key={to} to={to} title={title} icon={icon} here={isIn(to, pathname)} onPick={onPick} />
      ))}
      {groups.map((group) => (
        <Group
          key={group.title}
          title={group.title}
          icon={group.icon}
          // The group of the current screen stays open.
          here={group.links.some((link) => isIn(link.to, pathname))}
          open={opened.includes(group.title)}
          onToggle={() => toggle(group.title)}
        >
          {body(group)}
        </Group>
      ))}
      <p className="mt-auto px-3 pt-6 by-mouse:pt-3 text-xs text-brand-soft">
        {profile?.seller ? profile.seller.name : `${APP_NAME} back office`}
      </p>
    </nav>
  );
}

const current = (here: boolean) => (here ? { 'aria-current': 'page' as const } : {});

/** A link or a group of the collapsed sidebar. */
const miniItem = (here: boolean) =>
  classes(
    'relative grid min-h-12 shrink-0 place-items-center content-center gap-1 rounded-field transition-colors',
    here ? 'bg-brand-raised text-brand-ink' : 'text-brand-soft hover:bg-brand-raised/60 hover:text-brand-ink',
  );

/** The mark at the edge of the menu, beside the link of the current screen. */
const HereMark = ({ className = '-left-1' }: { className?: string }) => (
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
}

/** Memoised, so that a change of address renders only two of forty links again. */
const MenuLink = memo(function MenuLink({ to, title, here, onPick, icon }: MenuLinkProps) {
  return (
    <Link
      to={to}
      className={classes(
        item,
        'relative',
        !icon && 'pl-11',
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

/** A small heading inside a group. In a low window with a mouse it is a thin line between two runs of links. */
const Subhead = ({ text, first }: { text: string; first: boolean }) => (
  <h3 className="menu-subhead" data-first={first || undefined}>
    <span>{text}</span>
  </h3>
);

/** A group of links under a button that shows or hides them. The group of the current screen has a heading without a button. */
function Group({
  title,
  icon,
  here,
  open,
  onToggle,
  children,
}: {
  title: string;
  icon: IconName;
  here: boolean;
  open: boolean;
  onToggle: () => void;
  children: React.ReactNode;
}) {
  const shut = !open && !here;
  const id = `menu-${title.toLowerCase()}`;
  const name = (
    <>
      <Icon name={icon} />
      {title}
    </>
  );
  return (
    <section aria-label={title}>
      <h2>
        {here ? (
          <span className={`${item} text-brand-ink`}>{name}</span>
        ) : (
          <button
            type="button"
            aria-expanded={!shut}
            aria-controls={id}
            onClick={onToggle}
            className={`${item} w-full text-left text-brand-soft hover:bg-brand-raised/60 hover:text-brand-ink`}
          >
            {name}
            <Icon name={shut ? 'next' : 'down'} size={16} className="ml-auto" />
          </button>
        )}
      </h2>
      <div id={id} hidden={shut} className={classes('flex-col', !shut && 'flex')}>
        {children}
      </div>
    </section>
  );
}

/** The groups that this person opened on this device. At first only the group of the current screen is open. */
function useOpenedGroups(userId: string) {
  const key = `menu:${userId}`;
  const [opened, setOpened] = useState<readonly string[]>(() => readLocal(key, { opened: [] as string[] }).opened);
  const toggle = (title: string) => {
    const next = opened.includes(title) ? opened.filter((one) => one !== title) : [...opened, title];
    setOpened(next);
    writeLocal(key, { opened: next });
  };
  return { opened, toggle };
}
