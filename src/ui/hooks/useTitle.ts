import { type RefObject, useEffect, useRef } from 'react';
import { APP_NAME } from '#domain/permissions.ts';

/** Sets the page's title to "{screen} - {app_name}" (B14.6). The ref is for the screen's heading; its first text becomes the title. */
export function useTitle(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // Runs after every render, because the name of a record arrives with its data.
  useEffect(() => {
    const words = heading.current?.firstChild?.textContent?.trim();
    const title = words ? `${words} - ${APP_NAME}` : APP_NAME;
    if (document.title !== title) document.title = title;
  });
  return heading;
}
