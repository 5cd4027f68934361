import { Link } from '#crud/Link.tsx';
import type { Address } from '#crud/paths.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';

const PLACES: readonly { to: Address; title: string; text: string; icon: IconName }[] = [
  { to: '/profile', title: 'My Profile', text: 'Name, password, what you may do', icon: 'user' },
  { to: '/sync', title: 'Outbox', text: 'What this device has not sent', icon: 'sync' },
  { to: '/game', title: 'Game', text: 'Three in a row', icon: 'game' },
];

/** Links for people with few rights. */
export function Shortcuts() {
  return (
    <section aria-label="Places" className="grid gap-3 sm:grid-cols-3">
      {PLACES.map(({ to, title, text, icon }) => (
        <Link
          key={to}
          to={to}
          className="flex min-h-16 items-center gap-3 rounded-card border bg-surface px-4 py-2 shadow-card hover:border-accent"
        >
          <Icon name={icon} className="text-accent" />
          <span className="min-w-0">
            <span className="block leading-5 font-semibold">{title}</span>
            <span className="block text-sm leading-5 text-ink-faint">{text}</span>
          </span>
        </Link>
      ))}
    </section>
  );
}
