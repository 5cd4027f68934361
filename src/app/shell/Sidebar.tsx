import { useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { useSession } from '#crud/query/useSession.ts';
import { APP_NAME } from '#domain/permissions.ts';
import { classes } from '#ui/classes.ts';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { hasPlaces, isIn, isOfFloor, type MenuGroup, placesFor } from '../menu.ts';
import { FoldedMenu } from './menu/FoldedMenu.tsx';
import { item, MenuLink } from './menu/menuParts.tsx';
import { PlacesBar } from './menu/PlacesBar.tsx';
import { useKeptLists } from './useKeptLists.ts';

/** A touch device shows the transfers first, because an officer opens them all day. */
const byFinger = () => matchMedia('(pointer: coarse)').matches;

/** The least distance in px between the current screen's link and the lower edge of the menu. */
const EDGE = 12;

interface SidebarProps {
  open: boolean;
  /** Closes the drawer after a press on a link. If given, the menu takes the focus. Absent: the menu stands beside the screen. */
  onPick?: () => void;
}

/** The menu: 240 px wide when open, 60 px as mini sidebar (SHELL-29, SHELL-30). */
export function Sidebar(props: SidebarProps) {
  useKeptLists();
  return (
    <>
      <Menu {...props} />
      {!props.onPick && <PlacesAtFoot />}
    </>
  );
}

/** The bar of places. It loads with the menu and is drawn at the end of the frame. */
function PlacesAtFoot() {
  const { profile } = useSession();
  const pathname = useLocation({ select: (at) => at.pathname });
  const isPhone = useMedia('(width < 40rem)');
  // A tablet in landscape has the menu at its side.
  const isUpright = useMedia('(width < 64rem) and (pointer: coarse)');
  const frame = document.getElementById('screen')?.parentElement?.parentElement;
  if (!((isPhone || isUpright) && frame && profile && hasPlaces(pathname))) return null;
  return createPortal(<PlacesBar who={profile} of={isPhone ? 'phone' : 'tablet'} pathname={pathname} />, frame);
}

function Menu({ open, onPick }: SidebarProps) {
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
  if (!open)
    return (
      <FoldedMenu
        permissions={profile?.permissions ?? []}
        isFinger={finger}
        isFloor={isOfFloor(profile?.role ?? '')}
        pathname={pathname}
      />
    );
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

/** The sidebar as a drawer over the page. The drawer takes the focus and closes by Escape or a press outside. The page under it cannot be reached. */
export function MenuDrawer({ onClose, onPick }: { onClose: () => void; onPick: () => void }) {
  const panel = useRef<HTMLElement>(null);
  // The links take the focus themselves.
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the frame only listens for Escape of the buttons inside it
    <div className="no-print fixed inset-0 top-header z-30" onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <button
        type="button"
        aria-label="Close sidebar"
        tabIndex={-1}
        className="absolute inset-0 bg-[#0b0e1c]/50"
        onClick={onClose}
      />
      <aside
        ref={panel}
        tabIndex={-1}
        className="adire absolute inset-y-0 left-0 flex max-w-[85vw] bg-brand shadow-pop"
      >
        <Sidebar open onPick={onPick} />
      </aside>
    </div>
  );
}
