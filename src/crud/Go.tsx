import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  to: string;
  search?: Readonly<Record<string, string>>;
  className?: string;
  children: ReactNode;
  'aria-label'?: string;
  'aria-current'?: 'page';
  onClick?: () => void;
}

/** A link inside the app, preloaded on intent. */
export function Go({ to, search, children, ...rest }: Props) {
  return (
    <Link to={to as never} search={(search ?? {}) as never} preload="intent" {...rest}>
      {children}
    </Link>
  );
}

/** A link inside running text or a table cell. */
export function TextLink(props: Props) {
  return (
    <Go
      {...props}
      className="inline-flex min-h-9 items-center font-semibold text-accent underline-offset-4 hover:underline"
    />
  );
}
