import * as v from 'valibot';
import { email, id, name, oneOf, optional, phone, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

export const DISTRIBUTOR_OFFICER_ROLES = ['manager', 'rep'] as const;

/** DOFF-09: somebody of a distributor's; has an account, but none that signs in here (B10.2). */
export const distributorOfficer = model(
  'distributor_officer',
  {
    name: name(),
    phone: phone(),
    email: email(),
    status: status(),
    role: oneOf('Role', DISTRIBUTOR_OFFICER_ROLES),
    distributor_id: id('Distributor', { missing: 'Distributor field is required.' }),
    /** Says whose account it is; must match on update (API.md 4.6), never written. */
    user_id: optional(id('user_id')),
  },
  {
    label: 'Distributor officer',
    needs: NEEDS.distributor_officer,
    extra: { user_id: v.string(), distributor: named },
    generic: ['read_all', 'read', 'read_by_status', 'signup', 'update', 'set_status'],
    search: ['name', 'phone', 'email'],
    filters: ['status', 'role', 'distributor_id'],
    locked: ['phone', 'email'],
  },
);
