/** How often one session, person or address may ask (B10.9): counted per minute in this process; sign-ins are counted in the database. */
import { Refusal } from './refusal.ts';

export interface Rate {
  /** Throws 429 when there were too many. */
  count(subject: string, now: number): void;
  /** Adds to a count and refuses nothing: what an answer turned out to have cost. */
  add(subject: string, now: number, more: number): void;
  /** One that was counted for `subject` was nobody's session, or nobody looked whose: it counts for `address`. */
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
      // Made-up tokens must not fill the memory either; what a session has asked besides stays counted.
      const others = (counts.get(subject) ?? 1) - 1;
      if (others > 0) counts.set(subject, others);
      else counts.delete(subject);
      count(address, now);
    },
  };
}

/** B10.9: with Retry-After. */
export function tooMany(seconds: number): Refusal {
  return new Refusal('rate', `Too many requests. Please wait ${seconds} seconds.`, { retry_after: seconds });
}
