import type { ReactNode } from 'react';
import { buttonClasses } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { Address } from '../paths.ts';
import { ServerLink } from '../ServerLink.tsx';

/** The main action of a list: the form of a new record, which only the server can save. `first`: under a list without rows. */
export function CreateLink({ to, first = false, children }: { to: Address; first?: boolean; children: ReactNode }) {
  return (
    <ServerLink to={to} className={buttonClasses(first ? 'plain' : 'primary')}>
      {!first && <Icon name="plus" />} {children}
    </ServerLink>
  );
}
