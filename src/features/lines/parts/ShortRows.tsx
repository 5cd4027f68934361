/** The lines that ask for more than there is, each with a button that corrects it. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
  const pressed = useRef<{ id: string; index: number; panel: Element | null } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // The pressed button is gone with its row: the focus goes to the next row, and after the last one to the button that the dialog is about.
  useEffect(() => {
    const { id, index, panel } = pressed.current ?? {};
    if (id === undefined || busy || rows.some((row) => row.id === id)) return;
    pressed.current = null;
    const left = list.current?.querySelectorAll('button') ?? [];
    const next = left[index ?? 0] ?? left[0] ?? [...(panel?.querySelectorAll(ACTS) ?? [])].at(-1);
    if (next instanceof HTMLElement) next.focus();
  }, [rows, busy]);
  if (rows.length === 0) return null;
  return (
    <Notice tone="bad" icon="alert" role="alert">
      <ul ref={list} className="flex flex-col gap-2">
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
                onClick={({ currentTarget }) => {
                  pressed.current = { id, index, panel: currentTarget.closest('[data-panel]') };
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

/** The buttons of a dialog that may be pressed. The last one does what the dialog is about. */
const ACTS = '[data-actions] button:enabled';
