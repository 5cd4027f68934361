import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { classes } from '#ui/classes.ts';
import type { Address } from './paths.ts';

interface Props {
  to: Address;
  search?: Readonly<Record<string, string>>;
  className?: string;
  title?: string;
  children: ReactNode;
  'aria-label'?: string;
  'aria-current'?: 'page';
  onClick?: () => void;
}

/** How long a pointer must rest on a link before the link's screen is fetched. */
const INTENT_MS = 50;
let resting: ReturnType<typeof setTimeout> | undefined;

/**
 * A link inside the app; its screen is preloaded when a pointer rests on it. This is a plain anchor instead of the router's Link: every router Link
 * computes its address again at each navigation and each render, and with sixty links on a screen that costs a tablet a tenth of a second at the
 * start.
 */
export function Link({ to, search = {}, onClick, children, ...rest }: Props) {
  const router = useRouter();
  const place = { to, search };
  const follow = (event: MouseEvent) => {
    onClick?.();
    // The browser itself handles a new tab, a new window and every button but the main one.
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    void router.navigate(place);
  };
  const forget = () => clearTimeout(resting);
  const intend = () => {
    forget();
    resting = setTimeout(() => void router.preloadRoute(place).catch(() => undefined), INTENT_MS);
  };
  return (
    <a
      href={to + router.options.stringifySearch(search)}
      onClick={follow}
      onFocus={intend}
      onPointerEnter={intend}
      onPointerLeave={forget}
      {...rest}
    >
      {children}
    </a>
  );
}

/** A link inside running text or a table cell. It is as high as its line, but its touch area is 48 px. A long name breaks into lines. */
export function TextLink(props: Props) {
  const long = typeof props.children === 'string' && props.children.length > 28;
  return (
    <Link
      {...props}
      className={classes(
        'touch-tap inline-flex min-h-9 items-center font-semibold text-accent underline-offset-4 hover:underline',
        long && 'w-max max-w-60 whitespace-normal',
      )}
    />
  );
}
