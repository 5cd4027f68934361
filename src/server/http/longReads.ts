/** The calls that a standby may answer: reports, and lists of old events. */
import type { Handler } from '../calls/handler.ts';

const LOGS: ReadonlySet<string> = new Set([
  'audit_log/read_all',
  'audit_log/read_by_record',
  'ledger_log/read_by_ledger',
  'warehouse_log/by_day',
  'warehouse_log/read_by_product',
  'warehouse_log/read_by_warehouse',
  'warehouse_log/report_entries',
]);

/** Whether a read may take long: a report, or a list of the log. */
export const isLongRead = ({ path, report }: Handler['call']): boolean => report === true || LOGS.has(path);
