import { type RefObject, useEffect, useRef } from 'react';
import { firstFieldOf } from '#ui/fields/focus.ts';

/** Whether the focus is nowhere: no element has it, or the screen that was just opened. */
const isFocusFree = ({ activeElement }: Document) =>
  activeElement === null || activeElement === document.body || activeElement.id === 'screen';

const isPlainField = (field: HTMLElement | null): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) &&
  field.role !== 'combobox';

/**
 * With a mouse the first field of a new record has the focus as soon as the form is there, unless somebody put it somewhere else meanwhile. On a touch
 * screen it stays, because the on-screen keyboard would cover half of the form. `on`: whether the form is for a new record.
 */
export function useFirstField<Around extends HTMLElement>(on: boolean): RefObject<Around | null> {
  const around = useRef<Around>(null);
  useEffect(() => {
    if (!on || !isFocusFree(document)) return;
    const field = firstFieldOf(around.current);
    field?.focus({ preventScroll: true });
    // A picker closes its list when it is left.
    if (!isPlainField(field)) return;
    const before = field.value;
    // Nobody entered this field, so a press that leaves it as it was shows no message, which would move what is pressed. By keyboard it is left as any other.
    let isPressed = false;
    const onPress = () => {
      isPressed = true;
      // The focus leaves while the press is handled.
      setTimeout(() => {
        isPressed = false;
      });
    };
    const onLeave = (event: Event) => {
      document.removeEventListener('pointerdown', onPress, true);
      if (isPressed && field.value === before) event.stopPropagation();
    };
    document.addEventListener('pointerdown', onPress, true);
    field.addEventListener('focusout', onLeave, { once: true });
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      field.removeEventListener('focusout', onLeave);
    };
  }, [on]);
  return around;
}
