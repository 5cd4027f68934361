import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { classes } from '#ui/classes.ts';
import type { Address } from './paths.ts';

interface Props {
  to: Address;
  search?: Readonly<Record<string, string | undefined>>;
  className?: string;
  title?: string;
  children: ReactNode;
  'aria-label'?: string;
  'aria-current'?: 'page';
  'aria-disabled'?: true | undefined;
  'aria-haspopup'?: 'true';
  'aria-expanded'?: boolean;
  /** If it prevents the default of the event, the link is not followed. */
  onClick?: (event: MouseEvent) => void;
}

/** Milliseconds that a pointer must rest on a link before the link's screen is preloaded. */
const INTENT_MS = 50;
let resting: ReturnType<typeof setTimeout> | undefined;

/**
 * A link inside the app that preloads its screen on intent. It is a plain anchor instead of the router's Link, because each router Link recomputes
 * its address on every navigation and render. A screen has about sixty links, which would cost a tenth of a second of a tablet's start.
 */
export function Link({ to, search = {}, onClick, children, ...rest }: Props) {
  const router = useRouter();
  const place = { to, search };
  const follow = (event: MouseEvent) => {
    onClick?.(event);
    // The browser handles clicks for a new tab or window, and clicks of other buttons.
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
  const preload = () => void router.preloadRoute(place).catch(() => undefined);
  const intend = () => {
    forget();
    resting = setTimeout(preload, INTENT_MS);
  };
  return (
    <a
      href={to + router.options.stringifySearch(search)}
      onClick={follow}
      onFocus={intend}
      onPointerEnter={intend}
      onPointerLeave={forget}
      // A finger rests nowhere, and its press comes some frames before its click.
      onPointerDown={preload}
      {...rest}
    >
      {children}
    </a>
  );
}

/** A link inside text or a table cell. It is as high as its line and has a touch target of 48 px. A long name wraps. */
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
