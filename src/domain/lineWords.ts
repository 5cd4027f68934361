/** The words of a line's state. The header does not need them, so they are no part of the first load. */
import { syncWords } from './syncWords.ts';

/** `saving` and `unsaved`: the list shows a line that is not on the disk yet, or that the disk refused. */
export type LineState = 'saving' | 'unsaved' | 'sent' | 'queued' | 'sending' | 'blocked' | 'attention' | 'conflict';

/** The state of a row in words: first the state, then where the change is stored. */
export function lineWords(state: LineState, waitingFor?: string): { short: string; long: string } {
  switch (state) {
    case 'saving':
      return { short: 'Saving', long: 'Saving, not yet on this tablet' };
    case 'unsaved':
      return { short: syncWords.notSaved, long: 'Not saved, only on this screen' };
    case 'sent':
      return { short: 'Sent', long: 'Sent, saved on the server' };
    case 'queued':
      return { short: 'Waiting to send', long: 'Waiting to send, saved on this tablet' };
    case 'sending':
      return { short: 'Sending', long: 'Sending, saved on this tablet' };
    case 'blocked':
      return {
        short: `Waiting for ${waitingFor ?? 'an earlier step'}`,
        long: `Waiting for ${waitingFor ?? 'an earlier step'}, saved on this tablet`,
      };
    case 'attention':
      return { short: 'Needs attention', long: 'Needs attention, saved on this tablet, not on the server' };
    case 'conflict':
      return { short: 'Conflict', long: 'Conflict, saved on this tablet, not on the server' };
  }
}
