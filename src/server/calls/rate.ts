/** Rate limits per minute for a session, person or address, counted in this process (B10.9). Sign-ins are counted in the database. */
import { Refusal } from './refusal.ts';

export interface Rate {
  /** Counts one call; `now` is epoch seconds. Throws 429 `rate` above the limit. */
  count(subject: string, now: number): void;
  /** Adds the cost of an answer to a count, without a refusal. */
  add(subject: string, now: number, more: number): void;
  /** Moves one call from `subject` to `address`, because `subject` is not a known session. Throws 429 `rate` above the limit of the address. */
  recount(subject: string, address: string, now: number): void;
}

export function perMinute(limit: number): Rate {
  let minute = 0;
  let counts = new Map<string, number>();
  const add = (subject: string, now: number, more: number) => {
    const current = Math.floor(now / 60);
    if (current !== minute) {
      minute = current;
      counts = new Map();
    }
    const asked = (counts.get(subject) ?? 0) + more;
    counts.set(subject, asked);
    return asked;
  };
  const count = (subject: string, now: number) => {
    if (add(subject, now, 1) > limit) throw tooMany(60 - (now % 60));
  };
  return {
    count,
    add: (subject, now, more) => void add(subject, now, more),
    recount(subject, address, now) {
      // The entry of a made-up token is deleted so that it takes no memory. Other calls of the subject stay counted.
      const others = (counts.get(subject) ?? 1) - 1;
      if (others > 0) counts.set(subject, others);
      else counts.delete(subject);
      count(address, now);
    },
  };
}

/** The 429 refusal with Retry-After in seconds (B10.9). */
export function tooMany(seconds: number): Refusal {
  return new Refusal('rate', `Too many requests. Please wait ${seconds} seconds.`, { retry_after: seconds });
}
