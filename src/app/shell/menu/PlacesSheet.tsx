import { useId, useState } from 'react';
import { Link } from '#crud/Link.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { isIn, type MenuGroup, type MiniLink, MORE_PLACES } from '../../menu.ts';
import { current } from './menuParts.tsx';

/**
 * The content behind "More" of a phone and of an upright tablet: the places that do not fit into the bar as large tiles, then the groups of the menu.
 * The group of the current screen is open, and so is a single group.
 */
export function PlacesSheet({
  places,
  groups,
  pathname,
  onClose,
}: {
  places: readonly MiniLink[];
  groups: readonly MenuGroup[];
  pathname: string;
  onClose: () => void;
}) {
  const isHere = ({ links }: MenuGroup) =>
    !places.some(({ to }) => isIn(to, pathname)) && links.some(({ to }) => isIn(to, pathname));
  const [opened, setOpened] = useState(() => (groups.length === 1 ? groups[0] : groups.find(isHere))?.title);
  return (
    <Dialog open onClose={onClose} title={MORE_PLACES}>
      <nav aria-label="Main" className="flex flex-col gap-4">
        {places.length > 1 && (
          // No tile stands alone in the last row.
          <ul className={classes('grid gap-2', places.length % 3 === 1 ? 'grid-cols-4' : 'grid-cols-3')}>
            {places.map(({ to, title, icon }) => (
              <li key={to} className="grid">
                <Link
                  to={to}
                  onClick={onClose}
                  {...current(isIn(to, pathname))}
                  className="grid min-h-20 content-center justify-items-center gap-1 rounded-card border bg-surface-sunken px-1 py-2 text-center text-[0.8125rem] font-semibold leading-tight aria-[current]:border-accent aria-[current]:text-accent"
                >
                  <Icon name={icon} size={26} className="text-accent" />
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <div>
          {groups.map((group) => (
            <Group
              key={group.title}
              group={group}
              open={opened === group.title}
              pathname={pathname}
              onToggle={() => setOpened(opened === group.title ? undefined : group.title)}
              onClose={onClose}
            />
          ))}
        </div>
      </nav>
    </Dialog>
  );
}

/** A group under its heading, which opens and closes it. One group is open at most, so that the headings stay near each other. */
function Group({
  group: { title, icon, links },
  open,
  pathname,
  onToggle,
  onClose,
}: {
  group: MenuGroup;
  open: boolean;
  pathname: string;
  onToggle: () => void;
  onClose: () => void;
}) {
  const id = useId();
  return (
    <section aria-label={title} className="border-t first:border-t-0">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-tap w-full items-center gap-3 text-left font-semibold"
        >
          <Icon name={icon} className="text-ink-soft" />
          {title}
          <Icon name={open ? 'down' : 'next'} size={16} className="ml-auto" />
        </button>
      </h3>
      <div id={id} hidden={!open} className={classes('grid-cols-2 gap-x-2 pb-2', open && 'grid')}>
        {links.map(({ to, title: name }) => (
          <Link
            key={to}
            to={to}
            onClick={onClose}
            {...current(isIn(to, pathname))}
            className="flex min-h-tap items-center rounded-field px-3 text-sm leading-tight aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent"
          >
            {name}
          </Link>
        ))}
      </div>
    </section>
  );
}
