import { Card } from '#ui/Card.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { Link } from '../Link.tsx';
import type { Address } from '../paths.ts';

export interface LinkedRow {
  icon: IconName;
  title: string;
  /** Beside the title: how many, how much. */
  note?: string | undefined;
  to: Address;
  search?: Readonly<Record<string, string>>;
}

/** Links to the records that belong to a record. */
export function Linked({ title, rows }: { title: string; rows: readonly LinkedRow[] }) {
  return (
    <Card label={title} padded={false}>
      <h2 className="px-5 pt-3.5 pb-1 text-base font-semibold">{title}</h2>
      <ul className="px-2 pb-2 sm:px-3">
        {rows.map(({ icon, title: name, note, to, search }) => (
          <li key={name}>
            <Link
              to={to}
              {...(search ? { search } : {})}
              className="flex min-h-tap items-center gap-3 rounded-field px-2 py-1 hover:bg-surface-sunken"
            >
              <Icon name={icon} size={18} className="text-ink-faint" />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium" title={name}>
                  {name}
                </span>
                {note && <span className="figures block text-xs leading-4 text-ink-faint">{note}</span>}
              </span>
              <Icon name="next" size={16} className="text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
