import { useState } from 'react';

/**
 * Fields that take effect only when a button writes them to the address. Typed values are kept until the address changes. After Back or a link the
 * fields show the values that the figures below them belong to. `address`: the part of the address that they are read from.
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
