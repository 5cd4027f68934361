import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Go } from '#crud/Go.tsx';
import { useSession } from '#crud/useSession.ts';
import { APP_NAME } from '#domain/permissions.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { menuFor, miniFor } from '../menu.ts';

const item = 'flex min-h-tap items-center gap-3 rounded-field px-3 text-[0.9375rem] transition-colors';

/** 240 px open, 60 px as mini sidebar (SHELL-29, SHELL-30). `over`: slides over the page on narrow screens. */
export function Sidebar({ open, onPick }: { open: boolean; onPick?: () => void }) {
  const { profile } = useSession();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // A long menu begins where one is.
  useEffect(() => nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' }), []);
  const groups = menuFor(profile?.permissions ?? []);
  const here = (to: string) => (to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`));
  const look = (to: string) =>
    classes(
      item,
      here(to)
        ? 'bg-brand-raised font-semibold text-brand-ink'
        : 'text-brand-soft hover:bg-brand-raised/60 hover:text-brand-ink',
    );
  if (!open) {
    return (
      <nav aria-label="Main" className="flex w-sidebar-mini flex-col items-center gap-1 py-2">
        {miniFor(profile?.permissions ?? []).map((one) => (
          <Go
            key={one.title}
            to={one.to}
            aria-label={one.title}
            className={classes(
              'grid size-12 place-items-center rounded-field',
              here(one.to) ? 'bg-brand-raised text-brand-ink' : 'text-brand-soft hover:text-brand-ink',
            )}
          >
            <Icon name={one.icon} size={22} />
          </Go>
        ))}
      </nav>
    );
  }
  return (
    <nav ref={nav} aria-label="Main" className="flex w-sidebar flex-col gap-1 overflow-y-auto px-3 py-3">
      <Go to="/" className={look('/')} {...(onPick ? { onClick: onPick } : {})}>
        <Icon name="home" /> Home
      </Go>
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title} className="mt-3">
          <h2 className="flex items-center gap-2 px-3 pb-1 text-xs font-semibold uppercase tracking-wider text-brand-soft">
            {group.title}
          </h2>
          {group.links.map((link) => (
            <Go key={link.to} to={link.to} className={look(link.to)} {...(onPick ? { onClick: onPick } : {})}>
              <span
                aria-hidden="true"
                className={classes('h-5 w-1 rounded-full', here(link.to) ? 'bg-brand-mark' : 'bg-transparent')}
              />
              {link.title}
            </Go>
          ))}
        </section>
      ))}
      <p className="mt-auto px-3 pt-6 text-xs text-brand-soft">
        {profile?.seller ? profile.seller.name : `${APP_NAME} back office`}
      </p>
    </nav>
  );
}
