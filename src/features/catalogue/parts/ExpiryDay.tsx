import { NO_VALUE } from '#domain/locale.ts';
import { daysLeft, expiryWords, whenExpires } from '#domain/lotWords.ts';

/** Days within which an expiry day is amber. */
const SOON = 30;

/** The expiry day of a lot and how far it is: red once it has passed, amber in its last 30 days. */
export function ExpiryDay({ expires }: { expires: string }) {
  const days = daysLeft(expires, Math.floor(Date.now() / 1_000));
  if (days === null) return NO_VALUE;
  return (
    <span className={days < 0 ? 'font-semibold text-bad' : days <= SOON ? 'font-medium text-wait' : undefined}>
      <span className="figures whitespace-nowrap">{expiryWords(expires)}</span>
      <span className="ml-2 whitespace-nowrap text-xs sm:max-lg:ml-0 sm:max-lg:block">{whenExpires(days)}</span>
    </span>
  );
}
