import type { ReactNode } from 'react';
import { contactWords } from '#domain/contactWords.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '../Link.tsx';
import type { Address } from '../paths.ts';
import { sayNeedsConnection } from '../query/needsConnection.ts';
import { useContact } from '../query/useSession.ts';

/** The main action of a list: the form of a new record, which only the server can save. Without the server a press says so. */
export function CreateLink({ to, children }: { to: Address; children: ReactNode }) {
  const { online } = useContact();
  if (!online)
    return (
      <Button look="primary" icon="plus" waits title={contactWords.needsConnection} onClick={sayNeedsConnection}>
        {children}
      </Button>
    );
  return (
    <Link to={to} className={buttonClasses('primary')}>
      <Icon name="plus" /> {children}
    </Link>
  );
}
