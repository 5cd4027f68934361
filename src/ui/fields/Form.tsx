import { type ComponentProps, createContext, useCallback, useContext, useEffect, useRef } from 'react';

const TellReset = createContext<() => void>(() => undefined);

/**
 * For a field that resets an invalid value to the previous one (UI-14): returns a function that stops the form around it from submitting by the
 * current press. Otherwise Save would send a figure that nobody typed, and close the error.
 */
export const useTellReset = () => useContext(TellReset);

/** How long (ms) after a reset a press counts as the current one. A press that is still held counts longer. */
const PRESS_MS = 1_000;

interface Props extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  /** Submits the form. Validation is done by the fields, not by the browser. */
  onSubmit: () => unknown;
}

/** A form. Buttons of type submit (also outside the form, if they name it by `form`) and Enter in a field submit it. */
export function Form({ onSubmit, ...rest }: Props) {
  // Set until the current press has tried to submit, or until the next press: the person sees the error by then.
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
    // Ends the block once no button is held: a click by assistive technology may come without one of the events above.
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
