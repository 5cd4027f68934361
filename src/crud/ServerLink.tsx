import type { ComponentProps } from 'react';
import { useNoServer } from '#ui/ServerButton.tsx';
import { Link } from './Link.tsx';

/** A link to an act that only the server can do. Without the server it counts as disabled, and a press says why. */
export function ServerLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} {...useNoServer()} />;
}
