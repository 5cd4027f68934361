/** Tabs: several views of the same subject, of which one is open. */
import { type KeyboardEvent, useRef } from 'react';
import { classes } from './classes.ts';

/**
 * The classes of a tab, also for tabs that are links. It looks as a saved filter of a list does (`list-tab`). A tab is underlined and not filled, because
 * filled buttons are for the screen's main action.
 */
export const tabClasses = (isOpen: boolean): string =>
  classes(
    'inline-flex min-h-tap items-center whitespace-nowrap border-b-2 px-4 text-sm compact:px-2.5',
    isOpen ? 'border-accent font-semibold text-ink' : 'border-transparent text-ink-soft hover:text-ink',
  );

/** Tabs, of which one is open. `label` says what the tabs belong to. Arrow keys move between them, as users of screen readers expect. */
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
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className="ring-inside flex gap-1 overflow-x-auto border-b"
      onKeyDown={onKey}
    >
      {tabs.map(({ key, title }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={current === key}
          tabIndex={current === key ? 0 : -1}
          className={tabClasses(current === key)}
          onClick={() => onPick(key)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** The tabs of a report, in its head. */
export const ReportTabs = <Key extends string>(props: Parameters<typeof Tabs<Key>>[0]) => (
  <div className="list-tabs no-print [&>*]:gap-0 [&>*]:border-b-0 [&_button]:px-2.5 [&_button]:text-[0.8125rem]">
    <Tabs {...props} />
  </div>
);
