import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import { configStore } from '#client/keptLocally.ts';
import { demandedPlace, sessionStore } from '#client/session/session.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import type { Permission } from '#domain/permissions.ts';
import { Icon } from '#ui/Icon.tsx';
import { UnauthorizedScreen } from '../errors/screens.tsx';
import { Brand } from './Brand.tsx';
import { Banner, ClockNotice, ConnectionStatus } from './ConnectionStatus.tsx';
import { useHealth, versionLine } from './useHealth.ts';
import { useSettled } from './useSettled.ts';

// Everything about the queue and every dialog comes after the first paint: Dexie is not in the first load.
const SyncStatus = lazyPart(() => import('./SyncStatus.tsx'), 'SyncStatus');
const UserMenu = lazyPart(
  () => import('./UserMenu.tsx'),
  'UserMenu',
  () => <span className="size-12" />,
);
const Sidebar = lazyPart(
  () => import('./Sidebar.tsx'),
  'Sidebar',
  () => <SidebarPlace open />,
);
const VersionDialog = lazyPart(() => import('./VersionDialog.tsx'), 'VersionDialog');
const LogoutDialog = lazyPart(() => import('./LogoutDialog.tsx'), 'LogoutDialog');
const SearchEverywhere = lazyPart(() => import('./SearchEverywhere.tsx'), 'SearchEverywhere');
const UpdatePrompt = lazyPart(() => import('./UpdatePrompt.tsx'), 'UpdatePrompt');

/** Header 55 px, sidebar 240 or 60 px, the screen. On narrow screens the sidebar slides over. */
export function Shell() {
  const { profile } = useSession();
  const { sidebar } = useSyncExternalStore(configStore.subscribe, configStore.read);
  const [drawer, setDrawer] = useState(false);
  const [dialog, setDialog] = useState<'version' | 'shortcuts' | 'logout' | 'search' | null>(null);
  const settled = useSettled();
  const health = useHealth(settled);
  const toggler = useRef<HTMLButtonElement>(null);

  const userId = profile && !demandedPlace(profile) ? profile.user_id : undefined;
  useEffect(() => {
    if (!userId) return;
    // Its code may not come: it is told at the next start.
    const tell = () =>
      import('#client/session/reportDevice.ts').then((told) => told.reportDevice(userId)).catch(() => undefined);
    const timer = setTimeout(() => void tell(), 3_000);
    return () => clearTimeout(timer);
  }, [userId]);
  useEffect(() => {
    // SHELL-11, SHELL-12: Cmd or Ctrl.
    const onKey = (event: KeyboardEvent) => {
      // The shell lives on under the lock (App.tsx), what it finds is not for whoever stands before it (B10.11).
      if (sessionStore.read().locked) return;
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() === 'b') {
        event.preventDefault();
        toggleSidebar(setDrawer);
      }
      if (event.key.toLowerCase() === 'i') {
        event.preventDefault();
        setDialog('version');
      }
      if (event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setDialog('search');
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const closeDrawer = useCallback(() => setDrawer(false), []);
  return (
    <div className="flex min-h-dvh flex-col">
      <OnMove call={closeDrawer} />
      <a
        href="#screen"
        className="sr-only focus:not-sr-only focus:fixed focus:left-2 focus:top-1 focus:z-60 focus:inline-flex focus:min-h-tap focus:items-center focus:rounded-field focus:bg-surface focus:px-4"
      >
        Skip to content
      </a>
      <Banner>
        <button
          ref={toggler}
          type="button"
          aria-label="Toggle sidebar"
          onClick={() => toggleSidebar(setDrawer)}
          className="grid size-12 shrink-0 place-items-center rounded-field hover:bg-brand-raised"
        >
          <Icon name="menu" size={22} />
        </button>
        {/* Offline on a tablet there is no room for all: the version gives way, the name stays whole; on a phone the name gives way too. */}
        <div className="min-w-0 md:shrink-0" data-brand>
          <Brand />
        </div>
        <span className="ml-1 hidden h-6 min-w-0 flex-wrap overflow-hidden md:flex">
          {/* It stands whole or not at all: beside this it has no room, on the next line nobody sees it. */}
          <span className="h-6 w-px" />
          <span className="whitespace-nowrap rounded-full border border-brand-line px-2.5 py-0.5 text-xs text-brand-soft">
            {versionLine(health)}
          </span>
        </span>
        <ConnectionStatus />
        {/* From the right: what never changes its width first, so that nothing moves when the words of the queue come or change. */}
        <div className="ml-auto">
          <Suspense fallback={null}>
            <SyncStatus />
          </Suspense>
        </div>
        <div className="-ml-1 flex items-center gap-1">
          <button
            type="button"
            aria-label="Search everywhere"
            title="Search everywhere (Ctrl or Cmd + K)"
            onClick={() => setDialog('search')}
            className="grid size-12 place-items-center rounded-field text-brand-soft hover:bg-brand-raised hover:text-brand-ink"
          >
            <Icon name="search" size={20} />
          </button>
          <Suspense fallback={<UserMenuPlace name={profile?.name} />}>
            {settled ? <UserMenu onPick={setDialog} /> : <UserMenuPlace name={profile?.name} />}
          </Suspense>
        </div>
      </Banner>
      <div className="flex flex-1">
        <aside className="adire no-print sticky top-header hidden h-[calc(100dvh-3.4375rem)] shrink-0 bg-brand lg:flex">
          <Suspense fallback={<SidebarPlace open={sidebar === 'open'} />}>
            {settled && profile ? <Sidebar open={sidebar === 'open'} /> : <SidebarPlace open={sidebar === 'open'} />}
          </Suspense>
        </aside>
        {drawer && (
          <Drawer
            onClose={() => {
              setDrawer(false);
              toggler.current?.focus();
            }}
          >
            <Suspense fallback={<SidebarPlace open />}>
              <Sidebar open onPick={closeDrawer} />
            </Suspense>
          </Drawer>
        )}
        <main id="screen" tabIndex={-1} inert={drawer} className="min-w-0 flex-1 outline-none">
          <Suspense fallback={null}>
            <ClockNotice />
            <UpdatePrompt />
          </Suspense>
          <Screen />
        </main>
      </div>
      <Suspense fallback={null}>
        {(dialog === 'version' || dialog === 'shortcuts') && (
          <VersionDialog health={health} shortcuts={dialog === 'shortcuts'} onClose={() => setDialog(null)} />
        )}
        {dialog === 'search' && <SearchEverywhere onClose={() => setDialog(null)} />}
        {dialog === 'logout' && <LogoutDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  );
}

/** Calls it when the address changes: by itself, because whoever asks for the address is drawn anew with each change of it. */
function OnMove({ call }: { call: () => void }) {
  const pathname = useLocation({ select: (at) => at.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another address
  useEffect(call, [pathname, call]);
  return null;
}

/** On narrow screens the sidebar slides over, by its own state; on wide ones it is kept (SHELL-13). */
function toggleSidebar(setDrawer: (next: (open: boolean) => boolean) => void) {
  // As the style sheet asks (`lg`): with larger letters a wide screen is a narrow one.
  if (!matchMedia('(min-width: 64rem)').matches) setDrawer((open) => !open);
  else configStore.write({ sidebar: configStore.read().sidebar === 'open' ? 'closed' : 'open' });
}

/** The sidebar over the page: it takes the focus, Escape or a press beside it closes it, what lies under it cannot be reached. */
function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  // The links take the focus where they are there already (Sidebar.tsx).
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the frame only notices Escape
    <div
      className="no-print fixed inset-0 top-header z-30 lg:hidden"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
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
        {children}
      </aside>
    </div>
  );
}

/** As wide as the sidebar will be: the screen beside it does not move when it comes. */
const SidebarPlace = ({ open }: { open: boolean }) => <div className={open ? 'w-sidebar' : 'w-sidebar-mini'} />;

/** As wide as the user menu will be (UserMenu.tsx): what stands beside it does not move when it comes. */
function UserMenuPlace({ name }: { name: string | undefined }) {
  return (
    <span aria-hidden="true" className="invisible flex min-h-tap items-center gap-2 px-2">
      <span className="size-9" />
      <span className="hidden max-w-40 truncate text-sm font-semibold lg:block">{name}</span>
      <span className="size-4" />
    </span>
  );
}

/** The screen, if its permission is held (SHELL-09). */
function Screen() {
  const matches = useMatches();
  const shown = matches.at(-1)?.id;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    return afterPaint(() => {
      // What had the focus went with its screen: the next Tab begins in the one that came, not at the menu again.
      if (document.activeElement === document.body) document.getElementById('screen')?.focus({ preventScroll: true });
    });
  }, [shown]);
  const needs = (matches.at(-1)?.staticData.needs ?? []) as readonly Permission[];
  return useCan(...needs) ? <Outlet /> : <UnauthorizedScreen />;
}
