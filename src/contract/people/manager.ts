import * as v from 'valibot';
import { MANAGER_ROLES } from '#domain/permissions.ts';
import { email, id, name, oneOf, optional, phone, status } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** A staff account (MGR-07). The sent hash is ignored (F11): the first password is a one-time starter password. */
export const manager = model(
  'manager',
  {
    name: name(),
    phone: phone(),
    email: email(),
    status: status(),
    role: oneOf('Role', MANAGER_ROLES),
    /** The account of this person. An update must send the stored value (API.md 4.6); it is never written. */
    user_id: optional(id('user_id')),
  },
  {
    label: 'Manager',
    needs: NEEDS.manager,
    extra: { user_id: v.string(), role_name: v.string(), last_sign_in: v.nullable(v.number()) },
    generic: ['read_all', 'read', 'read_by_status', 'signup', 'create', 'update', 'set_status'],
    search: ['name', 'phone', 'email'],
    sort: ['name', 'role', 'status', 'created'],
    // `starter`: the starter password is not changed; ignored for people who may not make one.
    filters: ['status', 'role', 'starter'],
    locked: ['phone'],
  },
);
