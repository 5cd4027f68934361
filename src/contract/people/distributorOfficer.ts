import * as v from 'valibot';
import { email, id, name, oneOf, optional, phone, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

export const DISTRIBUTOR_OFFICER_ROLES = ['manager', 'rep'] as const;

/** An officer of a distributor (DOFF-09). The account cannot sign in to the back office (B10.2). */
export const distributorOfficer = model(
  'distributor_officer',
  {
    name: name(),
    phone: phone(),
    email: email(),
    status: status(),
    role: oneOf('Role', DISTRIBUTOR_OFFICER_ROLES),
    distributor_id: id('Distributor', { missing: 'Distributor field is required.' }),
    /** The account of this person. An update must send the stored value (API.md 4.6); it is never written. */
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
