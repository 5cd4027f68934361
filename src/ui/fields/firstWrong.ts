/**
 * Moves the focus to the first invalid field, in an open dialog before the page under it (WCAG 3.3.1). Call it after the errors were set; it waits
 * until they are rendered.
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

/**
 * For a response that may arrive late. Call this when the request is sent; the returned function moves the focus, unless another dialog was opened
 * meanwhile.
 */
export function firstWrongOf(): () => void {
  const open = panels();
  return () => {
    if (panels().every((one) => open.includes(one))) focusFirstWrong();
  };
}
