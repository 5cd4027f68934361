import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from '#crud/Link.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { isIn, type MenuGroup, type MenuLink as MenuPlace, miniFor } from '../../menu.ts';
import { current, HereMark, MenuLink } from './menuParts.tsx';

/** The milliseconds that the mouse rests on a group before its list opens, and for which the list stays when the mouse has left. */
const REST_MS = 120;
const LEAVE_MS = 250;
/** The least distance in px between the list of a group and the edge of the window. */
const EDGE = 8;

/**
 * The collapsed sidebar (SHELL-29, SHELL-30): single links, and the groups of the open menu with the same words and icons. A group shows its links in a
 * list beside it, over the page. The links and groups of an officer fit a lying tablet of 800 px.
 */
export function FoldedMenu({
  permissions,
  isFinger,
  isFloor,
  pathname,
}: {
  permissions: readonly string[];
  isFinger: boolean;
  /** The person works on the floor of a hub or a warehouse. */
  isFloor: boolean;
  pathname: string;
}) {
  const { links, groups } = miniFor(permissions, isFinger && isFloor);
  const isLinked = links.some(({ to }) => isIn(to, pathname));
  return (
    <nav aria-label="Main" className="flex w-sidebar-mini flex-col items-center gap-1 overflow-y-auto p-1">
      {links.map(({ to, title, word, icon }) => (
        <Link
          key={to}
          to={to}
          aria-label={title}
          title={title}
          {...current(isIn(to, pathname))}
          className={classes(
            miniItem(isIn(to, pathname)),
            'w-full text-[0.6875rem] pointer-coarse:tall:py-2 by-mouse:gap-0 by-mouse:text-[0.625rem] by-mouse:leading-4',
          )}
        >
          {isIn(to, pathname) && <HereMark />}
          <Icon name={icon} size={22} />
          {word ?? title}
        </Link>
      ))}
      <div className="mt-1 grid w-full gap-1 border-t border-brand-line pt-2 pointer-coarse:not-tall:gap-0 pointer-coarse:not-tall:pt-1">
        {groups.map((group) => (
          <FoldedGroup
            key={group.title}
            group={group}
            // At most one item is marked. A screen with a single link is marked there.
            here={!isLinked && group.links.some(({ to }) => isIn(to, pathname))}
            isFinger={isFinger}
            pathname={pathname}
          />
        ))}
      </div>
    </nav>
  );
}

/** A link or a group of the collapsed sidebar. */
const miniItem = (here: boolean) =>
  classes(
    'relative grid min-h-12 shrink-0 place-items-center content-center gap-1 rounded-field transition-colors',
    here ? 'bg-brand-raised text-brand-ink' : 'text-brand-soft hover:bg-brand-raised/60 hover:text-brand-ink',
  );

/**
 * A group and the list of its links. A resting mouse opens the list, and so does a press of its button, also by keyboard. Orders is a link to its
 * list (SHELL-29): on a touch screen a press opens the list of links, and on a keyboard ArrowRight does.
 */
function FoldedGroup({
  group,
  here,
  isFinger,
  pathname,
}: {
  group: MenuGroup;
  here: boolean;
  isFinger: boolean;
  pathname: string;
}) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isByMouse = useRef(false);
  const [open, setOpen] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isShown = () => list.current?.matches(':popover-open') ?? false;
  const show = (byMouse: boolean) => {
    if (isShown()) return;
    isByMouse.current = byMouse;
    list.current?.showPopover();
  };
  const later = (call: () => void, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(call, ms);
  };
  const isMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && !isFinger;
  const first = group.links.find(({ to }) => to === group.to);
  const look = {
    'aria-expanded': open,
    className: classes(miniItem(here), 'w-full gap-0 text-[0.625rem] leading-4'),
  };
  const inside = (
    <>
      {here && <HereMark />}
      <Icon name={group.icon} size={22} />
      {group.title}
      <Icon name="next" size={12} className="absolute top-3.5 right-0 opacity-60" />
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the box only listens for the mouse that rests on its button, and for the keys of that button
    <div
      ref={place}
      onPointerEnter={(event) => isMouse(event) && later(() => show(true), REST_MS)}
      onPointerLeave={(event) =>
        isMouse(event) && later(() => isByMouse.current && list.current?.hidePopover(), LEAVE_MS)
      }
      // When Tab leaves the list, the list closes.
      onBlur={({ relatedTarget, currentTarget }) =>
        relatedTarget && !currentTarget.contains(relatedTarget) && list.current?.hidePopover()
      }
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight' && !isShown()) show(false);
        else if (event.key === 'ArrowLeft' && isShown()) list.current?.hidePopover();
        else return;
        event.preventDefault();
      }}
    >
      {first ? (
        <Link
          to={first.to}
          aria-haspopup="true"
          {...look}
          {...current(here && isIn(first.to, pathname))}
          onClick={(event) => {
            clearTimeout(timer.current);
            if (!isFinger) return;
            event.preventDefault();
            show(false);
          }}
        >
          {inside}
        </Link>
      ) : (
        <button
          type="button"
          popoverTarget={id}
          // The mouse has opened the list already, and its press must not close it.
          popoverTargetAction={isFinger ? 'toggle' : 'show'}
          aria-label={`${group.title} menu`}
          onClick={() => {
            // A list that was opened by a press stays when the mouse leaves.
            isByMouse.current = false;
          }}
          {...look}
        >
          {inside}
        </button>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the links inside */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className="adire fixed inset-auto m-0 overflow-y-auto rounded-card border border-brand-line bg-brand p-3 text-brand-ink shadow-pop"
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState !== 'open') return;
          // The links must be there before the list is shown, because its height gives its place.
          flushSync(() => setOpen(true));
          putBeside(currentTarget, place.current);
        }}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'closed') {
            setOpen(false);
            isByMouse.current = false;
          } else if (!isByMouse.current)
            (currentTarget.querySelector<HTMLElement>('[aria-current]') ?? currentTarget.querySelector('a'))?.focus();
        }}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a')) list.current?.hidePopover();
        }}
        onKeyDown={moveInside}
      >
        {open && <GroupList group={group} pathname={pathname} />}
      </div>
    </div>
  );
}

/** Places the list of a group beside the group, or higher if the window ends. */
function putBeside(list: HTMLElement, group: HTMLElement | null) {
  const { top, right } = group?.getBoundingClientRect() ?? new DOMRect();
  const { style } = list;
  style.maxHeight = `${innerHeight - 2 * EDGE}px`;
  // The list has a height only while it is displayed.
  style.display = 'block';
  const height = list.offsetHeight;
  style.display = '';
  style.left = `${right + EDGE}px`;
  style.top = `${Math.max(EDGE, Math.min(top, innerHeight - EDGE - height))}px`;
}

/** The links of a group, those of a long group in two columns under their small headings. */
function GroupList({ group: { title, links }, pathname }: { group: MenuGroup; pathname: string }) {
  const parts = [...new Set(links.map(({ subhead }) => subhead))].map((subhead) => ({
    subhead,
    links: links.filter((link) => link.subhead === subhead),
  }));
  return (
    <section aria-label={title}>
      <h2 className="px-3 pb-1 text-sm font-semibold">{title}</h2>
      <div className={classes('grid gap-x-2', parts.length > 1 && 'grid-cols-2')}>
        {parts.map((part) => (
          <div key={part.subhead ?? ''} className="w-48">
            {part.subhead && (
              <h3 className="px-3 pt-2 text-[0.6875rem] font-semibold text-[color:var(--brand-mark)]">
                {part.subhead}
              </h3>
            )}
            <Links links={part.links} pathname={pathname} />
          </div>
        ))}
      </div>
    </section>
  );
}

const Links = ({ links, pathname }: { links: readonly MenuPlace[]; pathname: string }) =>
  links.map(({ to, title }) => (
    <MenuLink key={to} to={to} title={title} here={isIn(to, pathname)} onPick={undefined} flush />
  ));

/** Arrows, Home and End move between the links. */
function moveInside(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll('a')];
  const at = all.indexOf(document.activeElement as HTMLAnchorElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
  if (next === undefined || all.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  all[next % all.length]?.focus();
}
