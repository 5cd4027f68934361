/** Which scope a call needs: named for every word, and closed for what a token must never do. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { command, get } from '#contract/call.ts';
import { NEVER, SCOPES, scopeOf } from '#contract/scopes.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';

const CALLS = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).map(({ call }) => call);

/** What no program may do, whatever it was given. Written by hand: the code's own list must not judge itself. */
const FOR_PEOPLE = [
  'administrator/login_delegate administrator/login_passkey administrator/read_delegate',
  'auth/revoke auth/sessions auth/revoke_other auth/reset_offered auth/request_reset auth/reset_password',
  'user/update_auth user/change_auth user/starter_password',
  'passkey/read_mine passkey/register_options passkey/register passkey/rename passkey/remove passkey/recovery_codes passkey/removal_read passkey/remove_of',
  'api_token/read_by_user api_token/create api_token/revoke',
  'webhook/read_all webhook/create webhook/update webhook/set_status webhook/new_secret webhook/remove webhook/test webhook/read_deliveries webhook/send_again',
  'device/register device/read_by_user device/read_all_dict device/fragmentation',
  'handover/register_key handover/revoke_keys handover/give handover/take handover/read handover/read_open handover/settle',
  'push/read_key push/subscribe push/unsubscribe',
  'sync/status sync/cancel sync/bootstrap sync/import',
  'manager/create manager/signup manager/update manager/set_status',
  'sales_officer/create sales_officer/signup sales_officer/update sales_officer/set_status',
  'distributor_officer/create distributor_officer/signup distributor_officer/update distributor_officer/set_status',
  'seller_manager/create seller_manager/update seller_manager/set_status',
  // They ask for the person's own password.
  'distributor/set_bank_account close_out/close',
].flatMap((line) => line.split(' '));

describe('scopes', { tags: ['TOK-03'] }, () => {
  test('no token signs in, changes a password, a passkey, a token or the rights of a person', {
    tags: ['TOK-04'],
  }, () => {
    const closed = CALLS.filter((call) => scopeOf(call) === null).map(({ path }) => path);
    expect([...new Set(closed)].sort()).toEqual(
      [...new Set(FOR_PEOPLE)].filter((path) => CALLS.some((call) => call.path === path)).sort(),
    );
  });

  test('a call of a word that nobody named opens for no token', { tags: ['TOK-04'] }, () => {
    const shape = { input: {}, output: v.null(), allow: 'any' } as const;
    expect(scopeOf(get('invented/read', shape))).toBeNull();
    expect(scopeOf(command('invented/create', shape))).toBeNull();
  });

  test('every call of the server has a scope of the list, or is for people', { tags: ['TOK-03'] }, () => {
    const unnamed = CALLS.filter((call) => {
      const scope = scopeOf(call);
      const [word = ''] = call.path.split('/', 1);
      return scope === null ? !(NEVER.has(word) || FOR_PEOPLE.includes(call.path)) : !SCOPES.includes(scope);
    });
    expect(unnamed.map(({ path }) => path)).toEqual([]);
  });
});
