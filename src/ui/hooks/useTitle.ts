import { type RefObject, useEffect, useRef } from 'react';
import { APP_NAME } from '#domain/permissions.ts';

/** B14.6: "{screen} - {app_name}". For the screen's own heading: whenever it is drawn, its first words become the page's title. */
export function useTitle(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // After every drawing: the name of a record comes with its data, however late that is.
  useEffect(() => {
    const words = heading.current?.firstChild?.textContent?.trim();
    const title = words ? `${words} - ${APP_NAME}` : APP_NAME;
    if (document.title !== title) document.title = title;
  });
  return heading;
}
