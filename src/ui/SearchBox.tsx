import { useEffect, useRef, useState } from 'react';
import { inputClasses } from './Field.tsx';
import { Icon } from './Icon.tsx';

/** A search box that tells its text after a pause: 750 ms by default (UI-07). */
export function SearchBox({
  label,
  value,
  onSearch,
  pause = 750,
  placeholder,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  pause?: number;
  placeholder?: string;
}) {
  const [text, setText] = useState(value);
  const told = useRef(value);
  useEffect(() => {
    if (value !== told.current) {
      told.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === told.current) return;
    const timer = setTimeout(() => {
      told.current = text;
      onSearch(text);
    }, pause);
    return () => clearTimeout(timer);
  }, [text, pause, onSearch]);
  return (
    <search className="relative block min-w-52 flex-1">
      <Icon name="search" className="pointer-events-none absolute left-3 top-3.5 text-ink-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          told.current = text;
          onSearch(text);
        }}
        className={`${inputClasses} border-line-strong pl-10`}
      />
    </search>
  );
}
