/** Every answer about orders and order groups. */
import type { Handler } from '../answer.ts';
import { createGroupHandler } from './createGroup.ts';
import { fulfilmentHandlers } from './fulfilmentAnswers.ts';
import { tagHandlers } from './groupTags.ts';
import { orderItemHandlers } from './itemAnswers.ts';
import { orderReads } from './orderReads.ts';
import { paymentHandlers } from './paymentAnswers.ts';
import { orderReportHandlers } from './reportAnswers.ts';

export const orderHandlers: Handler[] = [
  ...orderReads,
  createGroupHandler,
  ...tagHandlers,
  ...orderItemHandlers,
  ...paymentHandlers,
  ...fulfilmentHandlers,
  ...orderReportHandlers,
];
