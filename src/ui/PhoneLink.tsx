import { dial, shownPhone } from '#domain/phone.ts';

/** A phone number that dials (UI-06). */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="touch-tap figures inline-flex min-h-9 items-center text-accent" href={dial(phone)}>
      {shownPhone(phone)}
    </a>
  );
}
