import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { tourStore } from '#client/firstHour.ts';
import { configStore } from '#client/keptLocally.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { initials } from '#domain/syncWords.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';

const Tour = lazyPart(() => import('#features/session/start/Tour.tsx'), 'Tour');

const row = 'flex min-h-tap w-full items-center gap-3 px-4 text-left text-[0.9375rem] hover:bg-accent-soft';

const THEMES = [
  { value: 'light', name: 'Light theme', text: 'Light', icon: 'sun' },
  { value: 'dark', name: 'Dark theme', text: 'Dark', icon: 'moon' },
  { value: 'system', name: 'Theme as the system', text: 'System', icon: 'screen' },
] as const;

/**
 * The user menu: My Profile and Logout (SHELL-32), the theme, the shortcuts, and the version, which a phone cannot show elsewhere (SHELL-12,
 * SHELL-31).
 */
export function UserMenu({ onPick }: { onPick: (dialog: 'logout' | 'shortcuts' | 'version') => void }) {
  const { profile } = useSession();
  const { theme } = useSyncExternalStore(configStore.subscribe, configStore.read);
  const isTouring = useSyncExternalStore(tourStore.subscribe, tourStore.read);
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    // A press outside closes the menu, and so does a focus outside.
    const close = (event: Event) => !box.current?.contains(event.target as Node) && setOpen(false);
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
      document.removeEventListener('keydown', onEscape);
    };
  }, [open]);
  if (!profile) return null;
  const pick = (run: () => void) => () => {
    setOpen(false);
    run();
  };
  return (
    <div ref={box} className="user-menu">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        // The visible text is part of the accessible name (WCAG 2.5.3).
        aria-label={`User menu, ${profile.name}`}
        onClick={() => setOpen(!open)}
        className="flex min-h-tap min-w-tap items-center gap-2 rounded-field px-2 text-brand-ink hover:bg-brand-raised"
      >
        {/* The initials are drawn by CSS, because they are not part of the accessible name. */}
        <span
          data-initials={initials(profile.name).replace(/[. ]/g, '').slice(0, 2)}
          className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-mark text-sm font-bold text-[color:var(--brand-on-mark)] before:content-[attr(data-initials)]"
        />
        <span className="hidden text-left text-sm font-semibold leading-tight lg:line-clamp-2">{profile.name}</span>
        <Icon name="down" size={16} />
      </button>
      {open && (
        <div className="ring-inside absolute right-0 top-full z-40 mt-1 w-72 max-w-[calc(100vw-1rem)] overflow-hidden rounded-card border bg-surface-raised py-1 text-ink shadow-pop">
          <div className="border-b px-4 py-3">
            <p className="font-semibold">{profile.name}</p>
            <p className="text-sm text-ink-faint">{profile.role_name}</p>
          </div>
          <Link to="/profile" className={row} onClick={() => setOpen(false)}>
            <Icon name="user" /> My Profile
          </Link>
          <fieldset aria-label="Theme" className="flex gap-1 px-4 py-2">
            {THEMES.map(({ value, name, text, icon }) => (
              <button
                key={value}
                type="button"
                aria-label={name}
                aria-pressed={theme === value}
                className={classes(
                  'flex min-h-tap flex-1 flex-col items-center justify-center gap-0.5 rounded-field border text-[0.8125rem]',
                  theme === value ? 'border-accent bg-accent-soft font-semibold text-accent' : 'hover:bg-accent-soft',
                )}
                onClick={pick(() => configStore.write({ theme: value }))}
              >
                <Icon name={icon} size={18} />
                {text}
              </button>
            ))}
          </fieldset>
          <button type="button" className={row} onClick={pick(() => tourStore.write(true))}>
            <Icon name="pin" /> Show me around
          </button>
          {/* A phone has no keys. */}
          <button type="button" className={`${row} max-sm:hidden`} onClick={pick(() => onPick('shortcuts'))}>
            <Icon name="key" /> Keyboard shortcuts
          </button>
          <button type="button" className={row} onClick={pick(() => onPick('version'))}>
            <Icon name="box" /> App version
          </button>
          <button type="button" className={`${row} border-t text-bad`} onClick={pick(() => onPick('logout'))}>
            <Icon name="logout" /> Logout
          </button>
        </div>
      )}
      {isTouring && (
        <Suspense fallback={null}>
          <Tour onClose={leaveTour} />
        </Suspense>
      )}
    </div>
  );
}

const leaveTour = () => tourStore.write(false);
