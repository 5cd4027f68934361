import { buttonClasses } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { Address } from '../paths.ts';
import { ServerLink } from '../ServerLink.tsx';

/** Leads from the page of a record to its form. What the form does needs the server, so the link does too (decision 1512). */
export const EditLink = ({ to }: { to: Address }) => (
  <ServerLink to={to} className={buttonClasses('plain')}>
    <Icon name="edit" /> Edit
  </ServerLink>
);
