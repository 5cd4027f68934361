import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { buttonClasses } from '../Button.tsx';
import { Icon } from '../Icon.tsx';

/** The gap between button and menu, in px. */
const GAP = 4;
const CONTROLS = 'a[href], button:not(:disabled)';

/**
 * The actions of a row behind one button at its end. `of`: the name of the row; `head`: the menu belongs to a page and stands among the buttons of its head. The children are links and buttons; they exist while the menu is open.
 * The menu lies above the page (`popover`), so that no box cuts it; Escape and a press elsewhere close it.
 */
export function RowMenu({ of, head = false, children }: { of: string; head?: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const place = () => {
    const { top, bottom, right } = button.current?.getBoundingClientRect() ?? new DOMRect();
    const style = menu.current?.style;
    if (!style) return;
    const isLow = bottom > innerHeight * 0.7;
    style.top = isLow ? 'auto' : `${bottom + GAP}px`;
    style.bottom = isLow ? `${innerHeight - top + GAP}px` : 'auto';
    style.right = `${document.documentElement.clientWidth - right}px`;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={`Actions ${of}`}
        aria-expanded={open}
        title="Actions"
        className={head ? buttonClasses('plain', true) : 'row-menu'}
      >
        <Icon name="more" size={18} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the links and buttons inside */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="row-menu-list ring-inside"
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open') return;
          // The rows of the menu must be there before it is shown.
          flushSync(() => setOpen(true));
          place();
        }}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') currentTarget.querySelector<HTMLElement>(CONTROLS)?.focus();
          else setOpen(false);
        }}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest(CONTROLS)) menu.current?.hidePopover();
        }}
        onKeyDown={moveInside}
      >
        {open && children}
      </div>
    </>
  );
}

/** Arrows, Home and End move between the actions. */
function moveInside(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(CONTROLS)];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
  if (next === undefined || all.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  all[next % all.length]?.focus();
}
