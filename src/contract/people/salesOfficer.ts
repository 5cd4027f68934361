import * as v from 'valibot';
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';
import { email, id, name, oneOf, optional, phone, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';
import { walletOf } from '../wallet/walletCalls.ts';

export const SALES_OFFICER_ROLES = [
  'sales_officer.manager',
  'sales_officer.rem',
  'sales_officer.rep',
  'sales_officer.ba',
  'sales_officer.cs',
] as const;

/** A sales officer; screens say Delivery Associate (SO-14). `wallet_balance` has the shown sign: minus means that the officer owes (A9). */
export const salesOfficer = model(
  'sales_officer',
  {
    name: name(),
    phone: phone(),
    email: email(),
    status: status(),
    role: oneOf('Role', SALES_OFFICER_ROLES),
    seller_id: id('Seller', { missing: 'Seller field is required.' }),
    /** The account of this person. An update must send the stored value (API.md 4.6); it is never written. */
    user_id: optional(id('user_id')),
  },
  {
    label: 'Sales officer',
    needs: NEEDS.sales_officer,
    // Hub-side accounts read the names of their own hub, because the order summary filters by them.
    reads: ['view_sales_officers', 'hub_side', ...TRANSFER_PERMISSIONS],
    extra: {
      user_id: v.string(),
      role_name: v.string(),
      seller: named,
      ledgers: walletOf,
      wallet_balance: v.string(),
    },
    generic: ['read_all', 'read', 'read_by_status', 'signup', 'create', 'update', 'set_status'],
    search: ['name'],
    sort: ['name', 'wallet_balance', 'created'],
    // `sellers` is a URL key, a synonym of seller_id; `starter` as for managers.
    filters: ['status', 'role', 'seller_id', 'sellers', 'starter'],
  },
);
