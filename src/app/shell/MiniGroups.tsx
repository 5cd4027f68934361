import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from '#crud/Link.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { MiniLink } from '../menu.ts';

/** A picture of the folded menu. */
export const MINI_LINK =
  'grid w-full min-h-12 shrink-0 place-items-center gap-1 rounded-field text-[0.6875rem] pointer-coarse:py-2';

/** The bar beside the current picture, as beside the current link of the open menu. */
const HereMark = () => (
  <span aria-hidden="true" className="absolute -left-1 top-1/2 h-6 w-1 -translate-y-1/2 rounded-r bg-brand-mark" />
);

/** How long, in ms, the list of a group stays after the pointer left it: the way to it may lead past its edge. */
const STAYS = 200;

/**
 * The groups of the open menu as pictures (decision 0429). A press leads to the group's first page; the pointer, or the arrow to the right, shows the list of its
 * pages. `isHere`: whether an address is the current one.
 */
export function MiniGroups({ groups, isHere }: { groups: readonly MiniLink[]; isHere: (to: string) => boolean }) {
  const [shown, setShown] = useState<MiniLink | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stay = () => clearTimeout(timer.current);
  const hide = () => {
    stay();
    list.current?.hidePopover();
  };
  const hideSoon = () => {
    stay();
    timer.current = setTimeout(hide, STAYS);
  };
  const show = (group: MiniLink, of: HTMLElement) => {
    stay();
    opener.current = of;
    // The list must have its height before it is placed.
    flushSync(() => setShown(group));
    const panel = list.current;
    if (!panel) return;
    if (!panel.matches(':popover-open')) panel.showPopover();
    const { top, right } = of.getBoundingClientRect();
    panel.style.left = `${right + 4}px`;
    panel.style.top = `${Math.max(4, Math.min(top, innerHeight - panel.offsetHeight - 4))}px`;
  };
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])];
  return (
    <>
      {groups.map((group) => {
        const here = (group.links ?? []).some(({ to }) => isHere(to));
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the frame only listens for the pointer and the keys of the link inside
          <div
            key={group.title}
            className="relative w-full"
            onPointerEnter={({ pointerType, currentTarget }) => {
              if (pointerType === 'mouse') show(group, currentTarget);
            }}
            onPointerLeave={hideSoon}
            onKeyDown={(event) => {
              if (event.key === 'Escape') hide();
              if (event.key !== 'ArrowRight') return;
              event.preventDefault();
              show(group, event.currentTarget);
              links()[0]?.focus();
            }}
          >
            {here && <HereMark />}
            <Link
              to={group.to}
              aria-label={group.title}
              {...(here ? { 'aria-current': isHere(group.to) ? ('page' as const) : ('true' as const) } : {})}
              className={classes(
                MINI_LINK,
                here ? 'bg-brand-raised text-brand-mark' : 'text-brand-soft hover:text-brand-ink',
              )}
              onClick={hide}
            >
              <Icon name={group.icon} size={22} />
            </Link>
          </div>
        );
      })}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the links inside */}
      <div
        ref={list}
        popover="manual"
        className="row-menu-list ring-inside"
        onPointerEnter={stay}
        onPointerLeave={hideSoon}
        onClick={hide}
        onKeyDown={(event) => {
          const all = links();
          const at = all.indexOf(document.activeElement as HTMLAnchorElement);
          if (event.key === 'ArrowDown') all[(at + 1) % all.length]?.focus();
          else if (event.key === 'ArrowUp') all.at(at - 1)?.focus();
          else if (event.key === 'Escape' || event.key === 'ArrowLeft') {
            opener.current?.querySelector('a')?.focus();
            hide();
          } else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) hideSoon();
        }}
      >
        {shown && (
          <nav aria-label={`Pages of ${shown.title}`}>
            <p className="px-3 py-1.5 text-xs font-semibold text-ink-soft">{shown.title}</p>
            {(shown.links ?? []).map(({ to, title }) => (
              <Link key={to} to={to} {...(isHere(to) ? { 'aria-current': 'page' as const } : {})}>
                {title}
              </Link>
            ))}
          </nav>
        )}
      </div>
    </>
  );
}
