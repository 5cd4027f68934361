import type { ReactNode } from 'react';
import { contactWords } from '#domain/contactWords.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '../Link.tsx';
import type { Address } from '../paths.ts';
import { sayNeedsConnection } from '../query/needsConnection.ts';
import { useContact } from '../query/useSession.ts';

/** The main action of a list: the form of a new record, which only the server can save. Without the server it counts as disabled, and a press says why. */
export function CreateLink({ to, children }: { to: Address; children: ReactNode }) {
  const { online } = useContact();
  const away = {
    'aria-disabled': true,
    title: contactWords.needsConnection,
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      sayNeedsConnection();
    },
  } as const;
  return (
    <Link to={to} className={buttonClasses('primary')} {...(online ? {} : away)}>
      <Icon name="plus" /> {children}
    </Link>
  );
}
