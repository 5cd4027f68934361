/** Every answer about orders and order groups. */
import type { Answer } from '../answer.ts';
import { createGroupAnswer } from './createGroup.ts';
import { fulfilmentAnswers } from './fulfilmentAnswers.ts';
import { tagAnswers } from './groupTags.ts';
import { itemAnswers } from './itemAnswers.ts';
import { orderReads } from './orderReads.ts';
import { paymentAnswers } from './paymentAnswers.ts';
import { orderReportAnswers } from './reportAnswers.ts';

export const orderAnswers: Answer[] = [
  ...orderReads,
  createGroupAnswer,
  ...tagAnswers,
  ...itemAnswers,
  ...paymentAnswers,
  ...fulfilmentAnswers,
  ...orderReportAnswers,
];
