/**
 * Limits how many requests one session, person or address may make per minute (B10.9). The counts are in the memory of this process; sign-ins are
 * counted in the database.
 */
import { Refusal } from './refusal.ts';

export interface Rate {
  /** Counts one request; throws Refusal 429 if there were too many. */
  count(subject: string, now: number): void;
  /** Adds `more` to the count without refusing, once the real cost of a response is known. */
  add(subject: string, now: number, more: number): void;
  /** Moves one request from `subject` to `address`, because its session does not exist or was never looked up. */
  recount(subject: string, address: string, now: number): void;
}

/** Counts per subject (an address, an account) in each minute of the clock, in the memory of this process. `limit`: the most in a minute. */
export function perMinute(limit: number): Rate {
  let minute = 0;
  let counts = new Map<string, number>();
  const add = (subject: string, now: number, more: number) => {
    const current = Math.floor(now / 60);
    if (current !== minute) {
      minute = current;
      counts = new Map();
    }
    const count = (counts.get(subject) ?? 0) + more;
    counts.set(subject, count);
    return count;
  };
  const count = (subject: string, now: number) => {
    if (add(subject, now, 1) > limit) throw tooMany(60 - (now % 60));
  };
  return {
    count,
    add: (subject, now, more) => void add(subject, now, more),
    recount(subject, address, now) {
      // Forged tokens must not fill the memory; other requests of the session stay counted.
      const others = (counts.get(subject) ?? 1) - 1;
      if (others > 0) counts.set(subject, others);
      else counts.delete(subject);
      count(address, now);
    },
  };
}

/** Returns the refusal 429 with Retry-After (B10.9). */
export function tooMany(seconds: number): Refusal {
  return new Refusal('rate', `Too many requests. Please wait ${seconds} seconds.`, { retry_after: seconds });
}
