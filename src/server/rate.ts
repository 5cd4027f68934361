/** How often one session or address may ask (B10.9): counted per minute in this process; sign-ins are counted in the database. */
export interface Rate {
  /** Seconds to wait, or 0. */
  ask(subject: string, now: number): number;
}

export function perMinute(limit: number): Rate {
  let minute = 0;
  let counts = new Map<string, number>();
  return {
    ask(subject, now) {
      const current = Math.floor(now / 60);
      if (current !== minute) {
        minute = current;
        counts = new Map();
      }
      const count = (counts.get(subject) ?? 0) + 1;
      counts.set(subject, count);
      return count > limit ? 60 - (now % 60) : 0;
    },
  };
}
