import { useState } from 'react';

/**
 * Fields that start a query only on a button press, which writes them into the address. Typed values are kept until the address changes. After Back,
 * or by a link, the fields show the values of the figures below them again. `address` is the part of the address that holds the fields.
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
