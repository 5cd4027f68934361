/** The settings whose values have a form: a phone number, a time, an amount. Other settings are kept for other programs as they are typed. */
import { isPhone, normalizePhone, PHONE_MESSAGE } from './phone.ts';
import { REVERSAL_LIMIT_KEY } from './reversal.ts';
import { RECOUNT_LIMIT_KEY } from './stocktake.ts';

/** The setting with the launch in epoch seconds (B9.14). */
export const LAUNCH_KEY = 'launch_cutoff';

/** "support_phone", "phone", "shop.phone_number". */
const PHONE_KEY = /(?:^|[_.-])phone(?:[_.-]number)?$/i;

/** The longest number that the readers of a setting accept, in digits. */
const DIGITS: Readonly<Record<string, number>> = {
  [LAUNCH_KEY]: 11,
  [RECOUNT_LIMIT_KEY]: 13,
  [REVERSAL_LIMIT_KEY]: 13,
};

/** The message for a value that the setting cannot have; null: the value is fine. */
export function settingProblem(key: string, value: string): string | null {
  const [name, text] = [key.trim(), value.trim()];
  if (PHONE_KEY.test(name)) return isPhone(normalizePhone(text)) ? null : PHONE_MESSAGE;
  const digits = DIGITS[name];
  if (digits === undefined || new RegExp(`^\\d{1,${digits}}$`).test(text)) return null;
  return name === LAUNCH_KEY
    ? 'Value must be a whole number of seconds. Ex. 1588546800'
    : 'Value must be a whole number of kobo. Ex. 2000000';
}
