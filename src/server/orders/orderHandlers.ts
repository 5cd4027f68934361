/** All handlers of orders and order groups. */
import type { Handler } from '../calls/handler.ts';
import { createGroupHandler } from './createGroup.ts';
import { groupHistoryHandler } from './groupHistory.ts';
import { tagHandlers } from './groupTags.ts';
import { orderItemHandlers } from './itemHandlers.ts';
import { orderReads } from './orderReads.ts';
import { paymentHandlers } from './paymentHandlers.ts';
import { fulfilmentHandlers } from './reports/fulfilmentHandlers.ts';
import { orderReportHandlers } from './reports/reportHandlers.ts';

export const orderHandlers: Handler[] = [
  ...orderReads,
  createGroupHandler,
  groupHistoryHandler,
  ...tagHandlers,
  ...orderItemHandlers,
  ...paymentHandlers,
  ...fulfilmentHandlers,
  ...orderReportHandlers,
];
