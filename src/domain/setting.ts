/** The settings whose values have a form: a phone number, a time, an amount. Other settings are kept for other programs as they are typed. */
import { showDateTime } from './longTime.ts';
import { formatMoney, parseMoney, showNaira } from './money.ts';
import { isPhone, normalizePhone, PHONE_MESSAGE } from './phone.ts';
import { REVERSAL_LIMIT_KEY } from './reversal.ts';
import { RECOUNT_LIMIT_KEY } from './stocktake.ts';
import { dateTimeInput, fromInput } from './time.ts';

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

/** How a person types a setting: a moment as date and time, an amount in naira, anything else as it is stored. */
export type SettingForm = 'moment' | 'naira' | 'text';

/** `stored`: a value that the setting cannot have is shown and corrected as it is stored. */
export function settingForm(key: string, stored = ''): SettingForm {
  const name = key.trim();
  if (DIGITS[name] === undefined || (stored !== '' && settingProblem(name, stored) !== null)) return 'text';
  return name === LAUNCH_KEY ? 'moment' : 'naira';
}

/** The stored value as its field has it: "1588546800" is "2020-05-04T00:00", and "2000000" is "20000". */
export function typedSetting(form: SettingForm, stored: string): string {
  if (form === 'text' || stored === '') return stored;
  const number = Number(stored);
  return form === 'moment' ? dateTimeInput(number) : formatMoney(number).replace(/\.00$/, '');
}

/** The value to store of what the field has; null: it is no moment, or no amount. */
export function storedSetting(form: SettingForm, typed: string): string | null {
  if (form === 'text') return typed;
  const number = form === 'moment' ? fromInput(typed) : parseMoney(typed);
  return number === null || number < 0 ? null : String(number);
}

/** The message for what a field has; null: the value is fine. */
export function typedProblem(key: string, form: SettingForm, typed: string): string | null {
  const stored = storedSetting(form, typed);
  if (stored !== null && settingProblem(key, stored) === null) return null;
  if (form === 'text') return settingProblem(key, typed);
  return form === 'moment' ? 'Value must be a date and a time.' : 'Value must be an amount in naira. Ex. 20,000';
}

/** The stored value for the eye: "May 04, 2020 - 12:00 AM", "₦20,000". */
export function shownSetting(form: SettingForm, stored: string): string {
  if (form === 'text') return stored;
  return form === 'moment' ? showDateTime(Number(stored)) : showNaira(Number(stored));
}
