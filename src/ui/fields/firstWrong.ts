/**
 * Moves the focus to the first field that is said to be wrong, in an open dialog before the page under it (WCAG 3.3.1). Called after the
 * messages were set: it waits until they stand.
 */
export function focusFirstWrong(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const wrong = '[aria-invalid="true"]:enabled';
      const found = document.querySelector(`[role="dialog"] ${wrong}`) ?? document.querySelector(`main ${wrong}`);
      if (found instanceof HTMLElement) found.focus();
    }),
  );
}

const panels = () => [...document.querySelectorAll('[data-panel]')];

/** For an answer that may come late: called when it is asked for, it gives what leaves a dialog alone that was opened since. */
export function firstWrongOf(): () => void {
  const open = panels();
  return () => {
    if (panels().every((one) => open.includes(one))) focusFirstWrong();
  };
}
