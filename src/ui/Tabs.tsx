/** Views of one thing, one at a time. */
import { type KeyboardEvent, useRef } from 'react';
import { Button } from './Button.tsx';

/** `label`: what the views are of. Arrow keys go from one to the next, as people with screen readers expect of tabs. */
export function Tabs<Key extends string>({
  label,
  tabs,
  current,
  onPick,
}: {
  label: string;
  tabs: readonly { key: Key; title: string }[];
  current: Key;
  onPick: (key: Key) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = (tabs.findIndex((tab) => tab.key === current) + step + tabs.length) % tabs.length;
    const next = tabs[at];
    if (!next) return;
    event.preventDefault();
    onPick(next.key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} className="flex gap-2" onKeyDown={onKey}>
      {tabs.map(({ key, title }) => (
        <Button
          key={key}
          role="tab"
          aria-selected={current === key}
          tabIndex={current === key ? 0 : -1}
          look={current === key ? 'primary' : 'plain'}
          onClick={() => onPick(key)}
        >
          {title}
        </Button>
      ))}
    </div>
  );
}
