import { CallError } from '#client/callError.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { toast } from '#ui/feedback/toasts.ts';

/** Shows the message of a failed write. After a refusal the screen's data is read again. */
export function tellRefusal(error: unknown): void {
  toast('bad', messageFor(error));
  if (error instanceof CallError) void invalidateAll();
}
