/** Every answer about orders and order groups. */
import type { Answer } from '../answer.ts';
import { createGroupAnswer } from './createGroup.ts';
import { tagAnswers } from './groupTags.ts';
import { itemAnswers } from './itemAnswers.ts';
import { orderReads } from './orderReads.ts';
import { paymentAnswers } from './paymentAnswers.ts';

export const orderAnswers: Answer[] = [
  ...orderReads,
  createGroupAnswer,
  ...tagAnswers,
  ...itemAnswers,
  ...paymentAnswers,
];
