/** The recipients of a notification, as typed and as sent (NOTIF-05 to NOTIF-10). */
import { isPhone, phoneList } from './phone.ts';

/** The value that is sent when nobody is excluded, or nobody is listed. */
export const NO_RECIPIENTS = '-';
/** The value that is sent when the notification goes to all. */
export const EVERYBODY = '*';

export const EXCLUDE_WRONG = 'Exclude should contain only valid phone numbers, comma separated';
export const RECIPIENTS_NONE = 'Recipients must contain at least 1 valid phone number.';
export const RECIPIENTS_WRONG = 'Recipients must contain only valid phone numbers, comma separated';

/** The tidied form of a typed list after its field loses focus (NOTIF-09). */
export function tidyPhones(text: string): string {
  return phoneList(text).join(',');
}

/** The numbers of a sent list; none for `-`, `*` and an empty text. */
export function phonesIn(text: string): string[] {
  return text === NO_RECIPIENTS || text === EVERYBODY ? [] : phoneList(text);
}

/** The messages by field for wrong recipients (NOTIF-06 to NOTIF-08). */
export function recipientProblems({
  include = '',
  exclude = '',
}: {
  include?: string;
  exclude?: string;
}): Record<string, string> {
  const problems: Record<string, string> = {};
  // `*` is not a number, so it cannot exclude anybody.
  if (exclude === EVERYBODY || !phonesIn(exclude).every(isPhone)) problems.exclude = EXCLUDE_WRONG;
  if (include === EVERYBODY) return problems;
  const listed = phonesIn(include);
  // Eleven commas would be long enough, but contain no number.
  if (listed.length === 0 || include.trim().length < 11) problems.include = RECIPIENTS_NONE;
  else if (!listed.every(isPhone)) problems.include = RECIPIENTS_WRONG;
  return problems;
}

/** Like recipientProblems, for typed text: only the switch sends to all. A typed `*` does not, because it would do so unnoticed. */
export function typedProblems({
  all,
  include = '',
  exclude = '',
}: {
  all: boolean;
  include?: string;
  exclude?: string;
}): Record<string, string> {
  const typed = include.trim() === EVERYBODY ? NO_RECIPIENTS : include;
  return recipientProblems({ include: all ? EVERYBODY : typed, exclude });
}

/** Within this many seconds, sending the same message again needs a confirmation (B9.2b). */
export const ASK_AGAIN_SECONDS = 600;

/** The seconds to wait after each failed try; after the last one the message has failed for good (B9.2). */
export const RETRY_AFTER = [10, 60, 300] as const;

/** Returns why recipients get nothing, to follow "3 recipients are skipped:"; '' if nobody is skipped. */
export function skippedWhy(one: { skipped: number; push: boolean; sms: boolean; sms_too: boolean }): string {
  if (one.skipped === 0) return '';
  const ways = [one.push ? 'no device for a push' : 'push is not set up on this server'];
  if (one.sms_too && !one.sms) ways.push('SMS is not set up on this server');
  return `${ways.join(', and ')}.`;
}

/** The letters of a plain SMS (GSM 03.38). Those of the second set take the place of two. */
const PLAIN = /^[\n\r !"#%&'()*+,\-./0-9:;<=>?A-Za-z@£$¥èéùìòÇØøÅåÄÖÑÜ§¿äöñüàΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¡¤]*$/;
const DOUBLE = /[\f^{}[\]~|\\€]/g;

/** How many parts an SMS has, each of which is paid for: a letter outside of the plain set (₦, ọ, ẹ) makes every part shorter. */
export function smsParts(text: string): number {
  const single = text.replace(DOUBLE, '');
  const isPlain = PLAIN.test(single);
  const length = isPlain ? 2 * text.length - single.length : text.length;
  const [one, each] = isPlain ? [160, 153] : [70, 67];
  return length <= one ? 1 : Math.ceil(length / each);
}
