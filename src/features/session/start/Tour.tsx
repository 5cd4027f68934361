import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useGo } from '#crud/address.ts';
import { useSession } from '#crud/query/useSession.ts';
import { Button } from '#ui/Button.tsx';
import { type Box, besideRing, ringOf, roomAbove } from './tourPlace.ts';
import { type TourStep, tourSteps } from './tourSteps.ts';

/** The height of the header in px. The header covers the top of a scrolled page. */
const HEADER = 55;
/** How long the tour waits for an element of the home. Then it skips steps whose element is missing. */
const PATIENCE_MS = 4_000;

const isSeen = (one: Element) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';

function thingOf({ at }: TourStep): Element | null {
  for (const selector of at) {
    const found = [...document.querySelectorAll(selector)].find(isSeen);
    if (found) return found;
  }
  return null;
}

/** Shows a newcomer the app: a ring around one element after another, with a sentence beside the ring. Every step can end the tour. */
export function Tour({ onClose }: { onClose: () => void }) {
  const { profile } = useSession();
  const go = useGo();
  const [steps, setSteps] = useState<TourStep[] | null>(null);
  const [opener] = useState(() => document.activeElement);
  const [height] = useState(() => scrollY);
  const leave = useCallback(() => {
    onClose();
    // The card that opened the tour may be gone. The user menu is always present.
    const back =
      opener instanceof HTMLElement && opener !== document.body && opener.isConnected
        ? opener
        : document.querySelector<HTMLElement>('button[aria-label^="User menu"]');
    back?.focus({ preventScroll: true });
    if (opener instanceof HTMLElement && back === opener) scrollTo({ top: height, behavior: 'instant' });
  }, [onClose, opener, height]);
  useEffect(() => {
    if (!profile) return;
    const all = tourSteps(profile);
    const until = Date.now() + PATIENCE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const there = all.filter(thingOf);
      if (there.length < all.length && Date.now() < until) timer = setTimeout(look, 100);
      else if (there.length > 0) setSteps(there);
      else leave();
    };
    void go('/').then(look);
    return () => clearTimeout(timer);
  }, [profile, go, leave]);
  return steps && createPortal(<Shown steps={steps} onLeave={leave} />, document.body);
}

function Shown({ steps, onLeave }: { steps: readonly TourStep[]; onLeave: () => void }) {
  const [at, setAt] = useState(0);
  const panel = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const step = steps[at];
  const { ring, corner } = usePlace(step, panel);
  const isLast = at === steps.length - 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step takes the focus anew, so that a screen reader reads its words
  useEffect(() => next.current?.focus({ preventScroll: true }), [at]);
  const forth = () => (isLast ? onLeave() : setAt(at + 1));
  const back = () => setAt(Math.max(0, at - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') keepInside(event);
    else if (event.key === 'Escape') onLeave();
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') forth();
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') back();
    // The search opens another dialog, so the tour closes.
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return onLeave();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };
  if (!step) return null;
  return (
    <>
      {/* Elements under the tour cannot be pressed. */}
      <div className="no-print fixed inset-0 z-60" />
      {ring && (
        <div
          aria-hidden="true"
          className="tour-ring no-print pointer-events-none fixed z-60 rounded-card motion-safe:transition-[left,top,width,height] motion-safe:duration-200"
          style={ring}
        />
      )}
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        onKeyDown={onKeyDown}
        className="no-print fixed z-60 w-[min(22rem,calc(100vw-1rem))] rounded-card border bg-surface-raised p-4 text-ink shadow-pop"
        // Until its place is known, the box is transparent and not hidden, because a hidden element cannot have the focus.
        style={corner ?? { left: 8, bottom: 8, opacity: ring ? 1 : 0 }}
      >
        <h2 id="tour-title" className="text-base font-semibold">
          <span className="sr-only">
            Step {at + 1} of {steps.length}:{' '}
          </span>
          {step.title}
        </h2>
        <p id="tour-text" aria-live="polite" className="mt-1 text-[0.9375rem] leading-6 text-ink-soft">
          {step.text}
        </p>
        <div className="mt-3 flex items-center gap-1">
          <span aria-hidden="true" className="figures mr-auto text-sm text-ink-faint">
            {at + 1} of {steps.length}
          </span>
          {!isLast && (
            <Button look="quiet" onClick={onLeave}>
              Leave
            </Button>
          )}
          {at > 0 && <Button onClick={back}>Back</Button>}
          <Button look="primary" ref={next} onClick={forth}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Keeps Tab within the buttons of the box. */
function keepInside(event: KeyboardEvent): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const last = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== last) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}

/** Scrolls the element of a step into the window and computes the places of the ring and the box, again whenever the page moves. */
function usePlace(step: TourStep | undefined, panel: React.RefObject<HTMLDivElement | null>) {
  const [place, setPlace] = useState<{ ring: Box | null; corner: { left: number; top: number } | null }>({
    ring: null,
    corner: null,
  });
  useLayoutEffect(() => {
    const thing = step && thingOf(step);
    if (!thing) return;
    const look = () => {
      const window = { width: document.documentElement.clientWidth, height: innerHeight };
      const box = panel.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
      const ring = ringOf(thing.getBoundingClientRect(), window);
      setPlace({ ring, corner: besideRing(ring, box, window) });
    };
    /** Scrolls once for each step, so that the tour does not undo a person's scrolling. */
    const bring = () => {
      const { height } = panel.current?.getBoundingClientRect() ?? { height: 0 };
      const { top, bottom, height: tall } = thing.getBoundingClientRect();
      const isFixed = thing.closest('header, aside') !== null;
      if (isFixed) return;
      const room = roomAbove(height);
      const fits = tall + room + HEADER < innerHeight;
      if (fits && top >= HEADER + 12 && bottom + room <= innerHeight) return;
      scrollBy({
        top: top - (fits ? Math.max(HEADER + 12, (innerHeight - tall - room) / 2) : Math.max(room, HEADER + 12)),
        behavior: 'instant',
      });
    };
    bring();
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(thing);
    sizes.observe(document.body);
    if (panel.current) sizes.observe(panel.current);
    addEventListener('resize', look);
    addEventListener('scroll', look, true);
    return () => {
      sizes.disconnect();
      removeEventListener('resize', look);
      removeEventListener('scroll', look, true);
    };
  }, [step, panel]);
  return place;
}
