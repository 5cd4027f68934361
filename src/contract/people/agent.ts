import * as v from 'valibot';
import { AGENT_SOURCES } from '#domain/choices.ts';
import { id, oneOf, optional, phone, status, text } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/**
 * An agent (AGT-06). An agent with a `user_id` has signed up; agents cannot sign in to the back office (B10.2). Bank and account are `-` for an
 * agency (AGT-10).
 */
export const agent = model(
  'agent',
  {
    // The documents have their own message for agents.
    name: text('Name', { min: 3, minText: 'Store name must be at least 3 characters.' }),
    phone: phone(),
    status: status(),
    source: oneOf('Source', AGENT_SOURCES),
    bank: optional(text('Bank', { max: 20 })),
    account: optional(text('Account No.', { max: 40 })),
    location_id: id('Location', { missing: 'Location field is required.' }),
    /** The account of this person. An update must send the stored value (API.md 4.6); it is never written. */
    user_id: optional(id('user_id')),
  },
  {
    label: 'Agent',
    needs: NEEDS.agent,
    extra: { user_id: v.nullable(v.string()), bank_name: v.string(), location: named },
    // The call agent/signup is in agentCalls.ts, because it also creates the account.
    generic: ['read_all', 'read', 'read_by_status', 'create', 'update', 'set_status'],
    search: ['name', 'phone'],
    sort: ['name', 'created'],
    filters: ['status', 'source', 'location_id'],
    locked: ['phone'],
  },
);
