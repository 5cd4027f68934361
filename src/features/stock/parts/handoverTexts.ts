/** Words that several screens of a handover use. */
import { plural } from '#domain/plural.ts';

export const handoverTexts = {
  giveTitle: 'Hand over by code',
  takeTitle: 'Take over by code',
  scanAgain: 'Scan again',
  scanAnswer: 'Scan the answer',
  /** The server makes the transfer when either half reaches it. */
  sentByItself: 'It is sent by itself when the server can be reached.',
} as const;

export const codeText = (index: number, count: number): string =>
  count === 1 ? 'One code' : `Code ${index} of ${count}`;

export const readText = ({ here, of }: { here: number; of: number }): string =>
  of === 0 ? 'No code read yet' : plural(of, `${here} of # code read`, `${here} of # codes read`);
