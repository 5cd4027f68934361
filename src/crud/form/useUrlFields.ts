import { useState } from 'react';

/**
 * Fields that ask nothing until a button does, and then stand in the address. What is typed is kept until the address says something else: after
 * Back, or by a link, they say again what the figures below them are of. `address`: the part of it that they are read from.
 */
export function useUrlFields<T extends object>(fields: T, address: string): [T, (change: Partial<T>) => void] {
  const [held, hold] = useState({ address, fields });
  const now = held.address === address ? held : { address, fields };
  if (now !== held) hold(now);
  return [
    now.fields,
    (change) =>
      hold((before) => {
        const base = before.address === address ? before.fields : fields;
        return { address, fields: { ...base, ...change } };
      }),
  ];
}
