import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import { configStore } from '#client/keptLocally.ts';
import { sessionStore } from '#client/session/state.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import type { Permission } from '#domain/permissions.ts';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { Icon } from '#ui/Icon.tsx';
import { keepEarly } from '../command/early.ts';
import { Brand } from './Brand.tsx';
import { Banner, ClockNotice, ConnectionStatus } from './ConnectionStatus.tsx';
import { FocusOfOldScreen } from './FocusOfOldScreen.tsx';
import { isMenuOpen, NARROW, toggleMenu } from './menuWidth.ts';
import { useHealth, versionLine } from './useHealth.ts';
import { useSettled } from './useSettled.ts';

// Everything about the queue and every dialog loads after the first paint, so that Dexie is not part of the first load.
const SyncStatus = lazyPart(() => import('./SyncStatus.tsx'), 'SyncStatus');
const UserMenu = lazyPart(
  () => import('./UserMenu.tsx'),
  'UserMenu',
  () => <span className="size-12" />,
);
const Sidebar = lazyPart(
  () => import('./Sidebar.tsx'),
  'Sidebar',
  () => <SidebarPlace open={isMenuOpen(location.pathname, configStore.read(), matchMedia)} />,
);
const MenuDrawer = lazyPart(() => import('./Sidebar.tsx'), 'MenuDrawer');
const AfterStart = lazyPart(() => import('./AfterStart.tsx'), 'AfterStart');
const VersionDialog = lazyPart(() => import('./VersionDialog.tsx'), 'VersionDialog');
const LogoutDialog = lazyPart(() => import('./LogoutDialog.tsx'), 'LogoutDialog');
const CommandBar = lazyPart(() => import('../command/CommandBar.tsx'), 'CommandBar');
const UnauthorizedScreen = lazyPart(() => import('../errors/UnauthorizedScreen.tsx'), 'UnauthorizedScreen');
const UpdatePrompt = lazyPart(() => import('./UpdatePrompt.tsx'), 'UpdatePrompt');
const PaperLine = lazyPart(() => import('./PaperLine.tsx'), 'PaperLine');

/** The frame of every screen: header of 55 px, sidebar of 240 or 60 px, and the screen. On narrow screens the sidebar slides over the page. */
export function Shell() {
  const { profile } = useSession();
  const config = useSyncExternalStore(configStore.subscribe, configStore.read);
  useMedia(NARROW);
  const isOpen = useMatches({ select: (all) => isMenuOpen(all.at(-1)?.pathname ?? '', config, matchMedia) });
  const [drawer, setDrawer] = useState(false);
  const [dialog, setDialog] = useState<'version' | 'shortcuts' | 'logout' | 'search' | null>(null);
  const settled = useSettled();
  const health = useHealth(settled);
  const toggler = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // Shortcuts with Cmd or Ctrl, and the list of them.
    const onKey = (event: KeyboardEvent) => {
      // The shell stays mounted under the lock screen (App.tsx), where shortcuts must not open anything.
      if (sessionStore.read().state === 'locked') return;
      // On the screens of a transfer keys belong to the desk and to its scanner.
      if (event.key === '?' && isFree(event) && !document.documentElement.hasAttribute('data-finger'))
        setDialog('shortcuts');
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if (!['b', 'i', 'k'].includes(key)) return;
      event.preventDefault();
      // An open dialog keeps the keys, because another dialog behind it would not get the next keys.
      if (document.querySelector('[data-panel]')) return;
      if (key === 'b') toggleSidebar(setDrawer);
      else if (key === 'i') setDialog('version');
      else {
        keepEarly(CommandBar.preload());
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
        {/* Offline on a tablet the version is hidden first and the name stays. On a phone the name is hidden too. */}
        <div className="min-w-0 md:shrink-0" data-brand>
          <Brand />
        </div>
        <span className="ml-1 hidden h-6 min-w-0 flex-wrap overflow-hidden md:flex">
          {/* The version is shown whole or not at all. Without enough width it wraps to a second line, which is hidden. */}
          <span className="h-6 w-px" />
          <span className="whitespace-nowrap rounded-full border border-brand-line px-2.5 py-0.5 text-xs text-brand-soft">
            {versionLine(health)}
          </span>
        </span>
        <ConnectionStatus />
        {/* The elements with a fixed width are rightmost, so that nothing moves when the queue's words change. */}
        <div className="ml-auto in-data-offline:grow">
          <Suspense fallback={null}>
            <SyncStatus />
          </Suspense>
        </div>
        <div className="-ml-1 flex items-center gap-1">
          <button
            type="button"
            aria-label="Search everywhere. Search, or start a task"
            title="Search everywhere (Ctrl or Cmd + K)"
            onClick={() => setDialog('search')}
            className="search-bar"
          >
            <Icon name="search" size={20} />
            <span>Search, or start a task</span>
          </button>
          <Suspense fallback={<UserMenuPlace />}>
            {settled ? <UserMenu onPick={setDialog} /> : <UserMenuPlace />}
          </Suspense>
        </div>
      </Banner>
      <div className="flex flex-1">
        <aside className="adire no-print sticky top-header hidden h-[calc(100dvh-3.4375rem)] shrink-0 bg-brand lg:flex">
          <Suspense fallback={<SidebarPlace open={isOpen} />}>
            {settled && profile ? <Sidebar open={isOpen} /> : <SidebarPlace open={isOpen} />}
          </Suspense>
        </aside>
        <Suspense fallback={null}>
          {drawer && (
            <MenuDrawer
              onPick={closeDrawer}
              onClose={() => {
                setDrawer(false);
                toggler.current?.focus();
              }}
            />
          )}
        </Suspense>
        <main id="screen" tabIndex={-1} inert={drawer} className="min-w-0 flex-1 outline-none">
          <Suspense fallback={null}>
            <ClockNotice />
            <UpdatePrompt />
            <PaperLine />
          </Suspense>
          <Screen />
        </main>
      </div>
      <Suspense fallback={null}>
        <AfterStart settled={settled} onFinePointer={CommandBar.preload} />
        {(dialog === 'version' || dialog === 'shortcuts') && (
          <VersionDialog health={health} shortcuts={dialog === 'shortcuts'} onClose={() => setDialog(null)} />
        )}
        {dialog === 'search' && <CommandBar onClose={() => setDialog(null)} />}
        {dialog === 'logout' && <LogoutDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  );
}

/** Whether a letter goes to no field and no dialog is open. */
const isFree = ({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !(defaultPrevented || ctrlKey || metaKey || altKey) &&
  !(target instanceof Element && target.closest('input:not([type="checkbox"]),textarea,select,[contenteditable]')) &&
  !document.querySelector('[data-panel]');

/** Calls `call` when the address changes. A component of its own, because it renders again on every change of the address. */
function OnMove({ call }: { call: () => void }) {
  const pathname = useLocation({ select: (at) => at.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run again when the address changes, although it does not read it
  useEffect(call, [pathname, call]);
  return null;
}

/** Opens or folds the sidebar beside the screen (SHELL-13). Without room there it opens or closes the drawer. */
function toggleSidebar(setDrawer: (next: (open: boolean) => boolean) => void) {
  if (!toggleMenu(location.pathname, matchMedia)) setDrawer((open) => !open);
}

/** A placeholder with the sidebar's width, so that the screen does not move when the sidebar loads. */
const SidebarPlace = ({ open }: { open: boolean }) => (
  <div className={`menu-place ${open ? 'w-sidebar' : 'w-sidebar-mini'}`} />
);

/** A placeholder with the user menu's width (UserMenu.tsx), so that nothing moves when the menu loads. */
const UserMenuPlace = () => <span className="user-menu min-h-tap" />;

/** The screen, or the Unauthorized screen without its permission (SHELL-09). */
function Screen() {
  const matches = useMatches();
  const shown = matches.at(-1)?.id;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    return afterPaint(() => {
      // The focused element was removed with the previous screen. The focus moves to the new screen, so that Tab does not start at the menu.
      if (document.activeElement === document.body) document.getElementById('screen')?.focus({ preventScroll: true });
    });
  }, [shown]);
  const needs = (matches.at(-1)?.staticData.needs ?? []) as readonly Permission[];
  const isAllowed = useCan(...needs);
  return (
    <>
      <FocusOfOldScreen shown={shown} />
      {isAllowed ? <Outlet /> : <UnauthorizedScreen needs={needs} />}
    </>
  );
}
