/** The lines that ask for more than there is, each with a button that corrects it. */
import { type ReactNode, useState } from 'react';
import { type Shortage, shortageText } from '#domain/stockLimit.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';

export interface ShortRow {
  id: string;
  name: string;
  shortage: Shortage;
  caseCount: number;
  /** The words of the button. */
  act: string;
  /** Lowers or removes the line. */
  onAct: () => Promise<unknown>;
}

/** `mayMend`: false shows no buttons. `children`: stands below the lines. */
export function ShortRows({
  rows,
  mayMend = true,
  children,
}: {
  rows: readonly ShortRow[];
  mayMend?: boolean;
  children?: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  if (rows.length === 0) return null;
  return (
    <Notice tone="bad" icon="alert" role="alert">
      <ul className="flex flex-col gap-2">
        {rows.map(({ id, name, shortage, caseCount, act, onAct }, index) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="figures min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
              <span className="block font-semibold">{name}</span>
              <span>{shortageText(shortage, caseCount)}</span>
            </span>
            {mayMend && (
              <Button
                data-first={index === 0 || undefined}
                busy={busy}
                onClick={() => {
                  setBusy(true);
                  void onAct().finally(() => setBusy(false));
                }}
              >
                {act}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {children}
    </Notice>
  );
}
