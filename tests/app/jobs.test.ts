/** The words of a person for the usual jobs of each role find the act or the screen in the command bar (decision 1451). */
import { describe, expect, test } from 'vitest';
import { hitGroups } from '#app/command/hits.ts';
import { permissionsOf } from '#domain/matrix.ts';
import type { Role } from '#domain/permissions.ts';

const NOW = 1_795_255_200;
/** The rows that stand in sight. */
const SEEN = 8;

function rowsFor(role: Role, text: string): string[] {
  const input = { found: [], foundAfter: [], seen: [], work: [], permissions: permissionsOf(role), now: NOW };
  return hitGroups({ ...input, text })
    .flatMap(({ hits }) => hits)
    .slice(0, SEEN)
    .map(({ title }) => title);
}

/** Per role: what is typed, and a row that must be in sight. */
const JOBS: Partial<Record<Role, readonly (readonly [typed: string, row: string])[]>> = {
  'manager.customer_support': [
    ['take order', 'Take an order of …'],
    ['new order', 'Take an order of …'],
    ['new customer', 'Create a retailer'],
    ['who owes', 'Owing retailers'],
    ['orders today', 'Orders today'],
    ['to deliver', 'Orders to deliver'],
    ['deliveries', 'Pending Orders'],
    ['sales history', 'Sales History'],
    ['price list', 'Products'],
    ['customers', 'Retailers'],
  ],
  'manager.accountant': [
    ['record payment', 'Record payment of …'],
    ['deposit', 'New Deposit for …'],
    ['who owes', 'Owing retailers'],
    ['cash difference', 'DA Reconciliation'],
    ['bank statement', 'Bank Credits'],
    ['close day', 'Close-outs'],
    ['credit note', 'Claims'],
    ['sales report', 'Order Value Summary'],
    ['stock value', 'Reports'],
    ['export orders', 'Export orders'],
  ],
  'administrator.administrator': [
    ['new user', 'Create a manager'],
    ['new po', 'Create a purchase order'],
    ['new hub', 'Create a hub'],
    ['new brand', 'Create a brand'],
    ['reset password', 'Reset password of …'],
    ['settings', 'Config Wizard'],
    ['change price', 'Change price of …'],
    ['sms', 'Send a notification'],
    ['low stock', 'Goods that run out first'],
    ['webhooks', 'Webhooks'],
    ['referrals', 'Agents'],
  ],
  'manager.staff': [
    ['new product', 'Create a product'],
    ['purchase orders', 'Purchase Orders'],
    ['new supplier', 'Create a distributor'],
    ['reorder', 'Running Out'],
    ['expired', 'Expiring'],
    ['missing goods', 'Discrepancies'],
    ['new driver', 'Create a sales officer'],
    ['route plan', 'Route plan of …'],
    ['stock', 'Warehouses'],
  ],
  'manager.warehouse_officer': [
    ['receive', 'Receive from …'],
    ['send back', 'Reject to …'],
    ['issue', 'Issue to …'],
    ['bring back', 'Return from …'],
    ['stock take', 'Count'],
    ['not sent', 'Outbox'],
    ['stock', 'Warehouses'],
    ['damaged', 'Discrepancies'],
    ['expiry', 'Expiring'],
    ['password', 'My Profile'],
  ],
  'sales_officer.manager': [
    ['orders today', 'Orders today'],
    ['deliveries', 'Pending Orders'],
    ['who owes', 'Owing retailers'],
    ['close day', 'Close-outs'],
    ['hand over', 'Handovers'],
    ['stock take', 'Count'],
    ['low stock', 'Running Out'],
    ['damaged', 'Discrepancies'],
    ['change price', 'Change price of …'],
    ['sold', 'Sales History'],
  ],
  'sales_officer.rep': [
    ['cash', 'Close-outs'],
    ['close day', 'Close-outs'],
    ['not sent', 'Outbox'],
    ['sync', 'Outbox'],
    ['password', 'My Profile'],
    ['sounds', 'My Profile'],
    ['dark', 'Dark theme'],
    ['help', 'Show me around'],
    ['log out', 'Logout'],
    ['home', 'Home'],
  ],
};

describe.each(Object.entries(JOBS))('%s', (role, jobs) => {
  test.each([...jobs])('"%s" finds "%s"', (typed, row) => {
    expect(rowsFor(role as Role, typed)).toContain(row);
  });
});
