import * as v from 'valibot';
import { TRANSFER_PERMISSIONS } from '#domain/transfer.ts';
import { email, id, name, oneOf, phone, status } from '../fields.ts';
import { model, named } from '../model.ts';

export const SALES_OFFICER_ROLES = [
  'sales_officer.manager',
  'sales_officer.rem',
  'sales_officer.rep',
  'sales_officer.ba',
  'sales_officer.cs',
] as const;

/** SO-14: shown as Delivery Associate. `wallet_balance` is what is shown: minus means owes (A9). */
export const salesOfficer = model(
  'sales_officer',
  {
    name: name(),
    phone: phone(),
    email: email(),
    status: status(),
    role: oneOf('Role', SALES_OFFICER_ROLES),
    seller_id: id('Seller', { missing: 'Seller field is required.' }),
  },
  {
    label: 'Sales officer',
    needs: { view: 'view_sales_officers', create: 'signup_sales_officer', update: 'update_sales_officer' },
    reads: ['view_sales_officers', ...TRANSFER_PERMISSIONS],
    extra: { user_id: v.string(), role_name: v.string(), seller: named, wallet_balance: v.string() },
    generic: ['read_all', 'read', 'read_by_status'],
    search: ['name'],
    sort: ['name', 'created'],
    filters: ['status', 'role', 'seller_id'],
    locked: ['phone'],
  },
);
