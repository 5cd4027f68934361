/** The calls of stocktakes (decision 0410). */
import type { Handler } from '../../calls/handler.ts';
import { countHandler } from './countHandler.ts';
import { openHandler } from './openHandler.ts';
import { postHandler } from './postHandler.ts';
import { resultHandler } from './resultHandler.ts';
import { cancelHandler, finishHandler, recountHandler } from './roundHandlers.ts';
import { stocktakeReads } from './stocktakeReads.ts';

export const stocktakeHandlers: Handler[] = [
  ...stocktakeReads,
  resultHandler,
  openHandler,
  countHandler,
  finishHandler,
  recountHandler,
  postHandler,
  cancelHandler,
];
