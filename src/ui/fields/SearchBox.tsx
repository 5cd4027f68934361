import { useEffect, useRef, useState } from 'react';
import { SEARCH_PAUSE_MS } from '#domain/limits.ts';
import { Icon } from '../Icon.tsx';
import { inputClasses } from './Field.tsx';

/** A search box that reports its text after a pause, or at once on Enter. It serves searches on the server and in loaded rows. */
export function SearchBox({
  label,
  value,
  onSearch,
  placeholder,
  shortcut,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  placeholder?: string;
  /** The key that leads here (FilterBar), shown while the box is empty where there is a mouse and room. Escape then clears the search. */
  shortcut?: string;
}) {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  useEffect(() => {
    if (value !== reported.current) {
      reported.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === reported.current) return;
    const timer = setTimeout(() => {
      // Enter has already reported this text. A second report would turn the list back to page 1.
      if (text === reported.current) return;
      reported.current = text;
      onSearch(text);
    }, SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <search data-paper={value === '' ? undefined : `Search: ${value}`} className="relative block min-w-52 flex-1">
      <Icon name="search" className="pointer-events-none absolute left-3 top-1/2 -translate-y-1/2 text-ink-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const clears = event.key === 'Escape' && shortcut && text !== '';
          if (event.key !== 'Enter' && !clears) return;
          const next = clears ? '' : text;
          reported.current = next;
          setText(next);
          onSearch(next);
        }}
        className={`${inputClasses} peer border-line-strong pl-10 text-ellipsis max-sm:placeholder:text-sm compact:pl-9`}
      />
      {shortcut && text === '' && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute right-2 top-1/2 hidden -translate-y-1/2 rounded border px-1.5 text-xs text-ink-faint peer-focus:invisible sm:pointer-fine:compact:block"
        >
          {shortcut}
        </span>
      )}
    </search>
  );
}
