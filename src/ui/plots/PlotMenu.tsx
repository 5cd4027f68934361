import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../Button.tsx';

interface Item {
  title: string;
  act: () => void;
  /** Of an item that is on or off. */
  checked?: boolean;
}

/** The menu of a plot. Arrows move, Escape and a press elsewhere close it. */
export function PlotMenu({ label, items }: { label: string; items: readonly Item[] }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    const outside = (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const close = () => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  return (
    <div ref={box} className="no-print relative -my-2 -mr-2">
      <IconButton icon="more" label={label} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <div
          role="menu"
          aria-label={label}
          tabIndex={-1}
          className="absolute top-full right-0 z-30 w-44 rounded-field border bg-surface-raised py-1 shadow-pop"
          onKeyDown={onKey}
          onBlur={(event) => {
            if (!box.current?.contains(event.relatedTarget)) setOpen(false);
          }}
        >
          {items.map(({ title, act, checked }) => (
            <button
              key={title}
              type="button"
              tabIndex={-1}
              {...(checked === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemcheckbox', 'aria-checked': checked })}
              className="flex min-h-tap w-full items-center justify-between px-4 text-left hover:bg-surface-sunken"
              onClick={() => {
                close();
                act();
              }}
            >
              {title}
              {checked && <span aria-hidden="true">✓</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
