import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';

/** Downloads unsent changes: an officer's own ones, or everybody's for an administrator (SYNC rule 41). */
export async function saveUnsent(everybodys: boolean): Promise<void> {
  const file = await theQueue()
    .outbox.exportUnsent(everybodys)
    .catch(() => null);
  if (!file) return toast('bad', 'The unsent changes of this device could not be read. Try again.');
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `kasuwa-unsent-${file.device_id.slice(0, 8)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
