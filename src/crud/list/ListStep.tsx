import { useEffect, useRef, useState } from 'react';
import { syncWords } from '#domain/syncWords.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { Icon } from '#ui/Icon.tsx';
import { useGo } from '../address.ts';
import { stepInList, useListPlace } from './leftList.ts';

const STEPS = [
  { step: -1, key: 'k', icon: 'up', label: 'Previous of the list' },
  { step: 1, key: 'j', icon: 'down', label: 'Next of the list' },
] as const;

/** Elements in which people type, and open dialogs and menus. */
const TAKEN = 'input,textarea,select,[contenteditable],[role="dialog"],[role="listbox"],[role="menu"],[popover]';

/** The button that was pressed last: the next record's page is a new one, and the focus goes on there. */
let pressed: 1 | -1 | null = null;

/** "3 of 40" with the ways to the rows beside, also by j and k, on a record that was opened from a list. */
export function ListStep({ id }: { id: string }) {
  const at = useListPlace(id);
  const go = useGo();
  const place = useRef<HTMLElement>(null);
  const [busy, setBusy] = useState(false);
  const move = async (step: 1 | -1) => {
    if (!at || busy) return;
    setBusy(true);
    try {
      const next = await stepInList(step);
      // Back leads to the list, however many records were looked at.
      if (next) await go(next.to, { ...(next.search ? { search: next.search } : {}), replace: true });
    } catch {
      toast('bad', syncWords.needsConnection);
    }
    setBusy(false);
  };
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  const isIn = at !== null;
  useEffect(() => {
    if (!isIn) return;
    if (pressed !== null) place.current?.querySelector<HTMLElement>(`[data-step="${pressed}"]`)?.focus();
    pressed = null;
    const onKey = (event: KeyboardEvent) => {
      const way = STEPS.find(({ key }) => key === event.key);
      const { target } = event;
      if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest(TAKEN)) return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      void latest.current(way.step);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isIn]);
  if (!at) return null;
  const isEnd = (step: 1 | -1) => at.place + step < 1 || at.place + step > at.total;
  return (
    <nav ref={place} aria-label="The list" className="flex items-center text-sm text-ink-faint">
      <span className="figures mr-1 whitespace-nowrap max-sm:sr-only">
        {at.place} of {at.total}
      </span>
      {STEPS.map(({ step, key, icon, label }) => (
        <button
          key={key}
          type="button"
          data-step={step}
          aria-label={label}
          title={`${label} (${key})`}
          aria-keyshortcuts={key}
          disabled={isEnd(step)}
          className="pager-turn"
          onClick={() => {
            pressed = step;
            void move(step);
          }}
        >
          <Icon name={icon} size={18} />
        </button>
      ))}
    </nav>
  );
}
