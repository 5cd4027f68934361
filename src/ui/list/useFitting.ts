import { type RefObject, useLayoutEffect } from 'react';

/** Up to this many actions are always beside the title, as icons if there is no room for their texts. On a phone the title needs the room of the third. */
const FEW = 3;
const FEW_ON_A_PHONE = 2;
/** Room in px for a count that arrives after the actions were placed. */
const LATE = 48;

/**
 * How many actions, counted from the last, are beside the title. The last one is the main action and always is. All widths in px; `more` is the button for the
 * others, which needs its place only while there are others.
 */
export function fitting(widths: readonly number[], room: number, { gap, more }: { gap: number; more: number }): number {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return widths.length;
  let left = room - more;
  let many = 0;
  for (const width of widths.toReversed()) {
    left -= width + gap;
    if (left < 0) break;
    many += 1;
  }
  return Math.max(1, many);
}

/**
 * Marks the actions that have no room beside the title (`data-behind`), and the head if there are any (`data-folds`). It measures when the width of the head
 * or the actions change, before they are painted: once when the list appears, then by observers. A render of the screen measures nothing, so typing and dialogs cost no layout. `acts` contains the button "More
 * actions" first, then the actions.
 */
export function useFitting(head: RefObject<HTMLElement | null>, acts: RefObject<HTMLElement | null>, any: boolean) {
  useLayoutEffect(() => {
    const line = head.current;
    const beside = acts.current;
    if (!(any && line && beside)) return;
    let known = '';
    const place = () => {
      const [more, ...own] = [...beside.children] as HTMLElement[];
      const size = `${line.clientWidth} ${own.length} ${own.at(-1)?.offsetHeight}`;
      if (size === known) return;
      known = size;
      const isPhone = matchMedia('(width < 40rem)').matches;
      const isMany = own.length > (isPhone ? FEW_ON_A_PHONE : FEW);
      for (const one of own) one.removeAttribute('data-behind');
      line.toggleAttribute('data-many', isMany);
      // The button takes its place while it is measured.
      line.toggleAttribute('data-folds', isMany);
      if (!isMany) return;
      const many = isPhone
        ? 1
        : fitting(
            own.map((one) => one.offsetWidth),
            roomIn(line, beside),
            { gap: Number.parseFloat(getComputedStyle(beside).columnGap) || 0, more: more?.offsetWidth ?? 0 },
          );
      for (const one of own.slice(0, own.length - many)) one.setAttribute('data-behind', '');
      line.toggleAttribute('data-folds', many < own.length);
    };
    // The observer's first look may come after the first paint.
    place();
    const sizes = new ResizeObserver(place);
    sizes.observe(line);
    const changes = new MutationObserver(place);
    changes.observe(beside, { childList: true });
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, [head, acts, any]);
}

/** The room of the head for the actions, in px. Title and tabs keep all the room that they need. */
function roomIn(line: HTMLElement, place: HTMLElement): number {
  const { columnGap, paddingInlineStart, paddingInlineEnd } = getComputedStyle(line);
  const gap = Number.parseFloat(columnGap) || 0;
  // What has a line of its own takes nothing of this one.
  const isBeside = (one: Element) => one.scrollWidth > 0 && getComputedStyle(one).flexBasis !== '100%';
  const others = [...line.children].filter((one) => one !== place && isBeside(one));
  const taken = others.reduce((sum, one) => sum + one.scrollWidth + gap, 0);
  return line.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd) - taken - LATE;
}
