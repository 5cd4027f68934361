import { useEffect, useState } from 'react';
import { capabilities } from '#client/server/capabilities.ts';
import { deviceId } from '#client/session/device.ts';
import { showNumber } from '#domain/number.ts';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import type { Health } from './useHealth.ts';

declare const __APP_VERSION__: string;

const SHORTCUTS = [
  ['Ctrl or Cmd + B', 'Open or close the sidebar'],
  ['Ctrl or Cmd + I', 'App version'],
  ['Ctrl or Cmd + K', 'Search everywhere'],
  ['/', 'Search a list'],
  ['Arrow up, arrow down, k, j', 'Move between the rows of a table'],
  ['Enter', 'Open the row'],
  ['Space', 'Show the row in the panel beside the list'],
  ['x', 'Choose the row, where rows can be chosen'],
  ['Shift + arrow', 'Choose several rows'],
  ['?', 'Keyboard shortcuts'],
  ['Esc', 'Close a dialog or a list of choices'],
] as const;

/** The capabilities that the server has shown, by name. */
function serverWords(): string {
  const known = capabilities();
  if (!known) return 'unknown';
  const can = Object.entries(known).flatMap(([name, can]) => (can ? [name] : []));
  return can.join(', ') || 'nothing';
}

/** The dialog with the version or the keyboard shortcuts (SHELL-12, B14.2). */
export function VersionDialog({
  health,
  shortcuts,
  onClose,
}: {
  /** Null: only the shortcuts are shown. */
  health: Health | null;
  shortcuts: boolean;
  onClose: () => void;
}) {
  const [storage, setStorage] = useState('…');
  useEffect(() => {
    const ask = async () => {
      const kept = await navigator.storage?.persisted?.();
      const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {};
      setStorage(
        `${kept ? 'kept' : 'may be cleared by the browser'}, ${(usage / 1e6).toFixed(1)} of ${showNumber(Math.round(quota / 1e6))} MB`,
      );
    };
    ask().catch(() => setStorage('unknown'));
  }, []);
  const facts = shortcuts
    ? SHORTCUTS
    : ([
        ['App version', __APP_VERSION__],
        ['Environment', health?.environment || 'unknown'],
        ['Server version', health?.version || 'unknown'],
        ['Database', `${health?.database || 'unknown'} (${health?.durability || 'unknown'})`],
        ['Store', health?.store_epoch || 'unknown'],
        ['Server can also', serverWords()],
        ['This device', deviceId()],
        ['Storage', storage],
      ] as const);
  return (
    <Dialog open onClose={onClose} title={shortcuts ? 'Keyboard shortcuts' : 'App version'}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-semibold">{name}</dt>
            <dd className={classes('text-ink-soft', shortcuts ? 'min-w-0' : 'break-all')}>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
