import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classes } from '#ui/classes.ts';

interface Props {
  to: string;
  search?: Readonly<Record<string, string>>;
  className?: string;
  title?: string;
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

/** A link inside running text or a table cell: as high as its line, touched like 48 px. A long name breaks into lines. */
export function TextLink(props: Props) {
  const long = typeof props.children === 'string' && props.children.length > 28;
  return (
    <Go
      {...props}
      className={classes(
        'touch-tap inline-flex min-h-9 items-center font-semibold text-accent underline-offset-4 hover:underline',
        long && 'w-max max-w-60 whitespace-normal',
      )}
    />
  );
}
