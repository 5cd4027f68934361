import { Link } from '../Link.tsx';
import type { Address } from '../paths.ts';

/** The name or the reference of a row, as a link to its record. It is cut last, and its title has the whole text. */
export function RowLink({
  to,
  search,
  children,
}: {
  to: Address;
  search?: Readonly<Record<string, string>>;
  children: string;
}) {
  return (
    <Link to={to} {...(search ? { search } : {})} className="touch-tap row-link" title={children}>
      <span className="cut">{children}</span>
    </Link>
  );
}
