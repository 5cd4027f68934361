/** Words that several screens of a handover use. */
import { plural } from '#domain/plural.ts';

export const handoverTexts = {
  giveTitle: 'Hand over by code',
  takeTitle: 'Take over by code',
  /** The three steps in the words of each side. */
  steps: {
    give: ['Show your code', 'They count the goods', 'Read their answer'],
    take: ['Read their code', 'Count the goods', 'Show your answer'],
  },
  scanAgain: 'Scan again',
  scanAnswer: 'Scan the answer',
  /** The server makes the transfer when the first half arrives, the giver's or the taker's. */
  sentByItself: 'It is sent automatically when there is a connection.',
} as const;

export const codeText = (index: number, count: number): string =>
  count === 1 ? 'One code' : `Code ${index} of ${count}`;

export const readText = ({ here, of }: { here: number; of: number }): string =>
  of === 0 ? 'No code read yet' : plural(of, `${here} of # code read`, `${here} of # codes read`);
