import { type ComponentProps, createContext, useCallback, useContext, useEffect, useRef } from 'react';

const TellReset = createContext<() => void>(() => undefined);

/**
 * For a field that puts back what stood in it before, because what was typed cannot be (UI-14): the form around it sends nothing by the press that
 * is under way. Save would send another figure than the one that was typed, and close over the words that say so.
 */
export const useTellReset = () => useContext(TellReset);

/** How long (ms) after a reset a press counts as one that was under way, unless it still is. */
const PRESS_MS = 1_000;

interface Props extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  /** Sends what was typed: the rules and their words are the fields' own, not the browser's. */
  onSubmit: () => unknown;
}

/** A form: its buttons of type submit, also one elsewhere that names it by `form`, and Enter in a field send it. */
export function Form({ onSubmit, ...rest }: Props) {
  // Stands until that press has asked to send, or until the next one: that is made with the words in sight.
  const reset = useRef<AbortController | null>(null);
  const over = useCallback(() => {
    reset.current?.abort();
    reset.current = null;
  }, []);
  const tellReset = useCallback(() => {
    over();
    const held = new AbortController();
    reset.current = held;
    for (const next of ['pointerdown', 'keydown'])
      window.addEventListener(next, over, { capture: true, signal: held.signal });
    // Where no press was under way, the first one of who sees no screen may send neither of the two.
    const timer = setInterval(() => document.querySelector('button:active') ?? over(), PRESS_MS);
    held.signal.addEventListener('abort', () => clearInterval(timer));
  }, [over]);
  useEffect(() => over, [over]);
  return (
    <TellReset value={tellReset}>
      <form
        {...rest}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reset.current) over();
          else void onSubmit();
        }}
      />
    </TellReset>
  );
}
