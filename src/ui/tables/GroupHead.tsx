import type { ReactNode } from 'react';

/** A row over the rows that belong together: their day, their maker. On a phone it is a line between the cards. */
export function GroupHead({ columns, cards, children }: { columns: number; cards: boolean; children: ReactNode }) {
  return (
    <tr {...(cards ? { role: 'row' } : {})} className="group-head">
      <th scope="colgroup" colSpan={columns} {...(cards ? { role: 'rowheader' } : {})}>
        {children}
      </th>
    </tr>
  );
}
