/** Buttons that answer with what is missing instead of being pale. */
import { toast } from './feedback/toasts.ts';

/**
 * What a button needs that cannot act yet: it counts as disabled, looks as always, and a press says what is missing. `missing`: false if nothing is.
 * A form shows what is missing at its fields instead.
 */
export const whenReady = (missing: string | false, act: () => void) => ({
  waits: missing !== false,
  onClick: missing === false ? act : () => toast('info', missing),
});

export const NOTHING_TO_PRINT = 'There is nothing to print yet.';
export const NOTHING_TO_EXPORT = 'There is nothing to export yet.';
export const NOTHING_CHANGED = 'Nothing is changed yet.';
export const NO_PRODUCT_YET = 'Add a product first.';
export const WEBHOOK_IS_OFF = 'Switch the webhook on first.';
