/** The rules of a handover (decision 0610): refusals first. */
import { describe, expect, test } from 'vitest';
import {
  CERTIFICATE_SECONDS,
  isHandedOver,
  missingSide,
  OFFER_SECONDS,
  stateOf,
  whyNotNow,
  whyNotTaker,
} from '#domain/handover/rules.ts';
import { permissionsOf } from '#domain/matrix.ts';
import type { Role } from '#domain/permissions.ts';

const who = (role: Role, seller_id: string | null, user_id = 'taker') => ({
  user_id,
  role,
  seller_id,
  permissions: permissionsOf(role),
});
const ISSUE = { source_type: 'seller', source: 'h1', destination_type: 'sales_officer', destination: 'rep-1' } as const;
const TO_HUB = { ...ISSUE, destination_type: 'seller', destination: 'h2' } as const;

describe('who takes goods', () => {
  test('nobody else than the associate takes an associate’s goods, and nobody the own ones', {
    tags: ['HAND-03'],
  }, () => {
    const rep = who('sales_officer.rep', 'h1');
    expect(whyNotTaker(rep, 'rep-2', 'giver', ISSUE)).toBe('not_yours');
    expect(whyNotTaker(rep, null, 'giver', ISSUE)).toBe('not_yours');
    expect(whyNotTaker(who('manager.warehouse_officer', null), null, 'giver', ISSUE)).toBe('not_yours');
    expect(whyNotTaker(rep, 'rep-1', 'taker', ISSUE)).toBe('own');
    expect(whyNotTaker(rep, 'rep-1', 'giver', ISSUE)).toBeNull();
  });

  test('goods for a hub are taken by who manages it or an officer of the warehouse', { tags: ['HAND-03'] }, () => {
    for (const role of ['manager.staff', 'manager.accountant', 'sales_officer.ba'] as const)
      expect(whyNotTaker(who(role, 'h2'), null, 'giver', TO_HUB), role).toBe('not_yours');
    expect(whyNotTaker(who('sales_officer.rep', 'h2'), 'rep-1', 'giver', TO_HUB)).toBe('not_yours');
    expect(whyNotTaker(who('sales_officer.manager', 'h1'), null, 'giver', TO_HUB)).toBe('not_yours');
    for (const role of [
      'sales_officer.manager',
      'seller.manager',
      'manager.warehouse_officer',
      'administrator.administrator',
    ] as const)
      expect(whyNotTaker(who(role, 'h2'), null, 'giver', TO_HUB), role).toBeNull();
  });

  test('goods of a distributor, and those that an associate brings back, are not handed over', {
    tags: ['HAND-02'],
  }, () => {
    expect(isHandedOver({ source_type: 'distributor', destination_type: 'seller' })).toBe(false);
    expect(isHandedOver({ source_type: 'seller', destination_type: 'distributor' })).toBe(false);
    expect(isHandedOver({ source_type: 'sales_officer', destination_type: 'seller' })).toBe(false);
    expect(isHandedOver(ISSUE) && isHandedOver(TO_HUB)).toBe(true);
    const back = { ...ISSUE, source_type: 'sales_officer', destination_type: 'seller' } as const;
    expect(whyNotTaker(who('manager.warehouse_officer', null), null, 'giver', back)).toBe('not_handed_over');
  });
});

test('an offer is taken within three days, signed by a key that was good, and not before it was made', {
  tags: ['HAND-06'],
}, () => {
  const [now, hour] = [2_000_000_000, 3_600];
  const why = (given_at: number, until = now + CERTIFICATE_SECONDS) => whyNotNow({ given_at, until, now });
  expect(why(now - OFFER_SECONDS - 2 * hour)).toBe('old');
  expect(why(now + 2 * hour)).toBe('ahead');
  expect(why(now, now - 2 * hour)).toBe('old');
  for (const at of [now - OFFER_SECONDS, now, now + hour / 2]) expect(why(at)).toBeNull();
});

test('a handover is done when both sides came, the goods moved and nobody noted a difference, or a person settled it', {
  tags: ['HAND-12', 'HAND-13'],
}, () => {
  const done = { hasGiver: true, hasTaker: true, posted: true, differs: false, settled: false };
  expect(stateOf({ ...done, hasTaker: false })).toBe('waits');
  expect(stateOf({ ...done, hasGiver: false })).toBe('waits');
  expect(stateOf({ ...done, posted: false })).toBe('not_posted');
  expect(stateOf({ ...done, differs: true })).toBe('differs');
  expect(stateOf(done)).toBe('done');
  expect(stateOf({ ...done, hasTaker: false, settled: true })).toBe('done');
  expect(missingSide({ ...done, hasGiver: false })).toBe('giver');
  expect(missingSide({ ...done, hasTaker: false })).toBe('taker');
  expect(missingSide(done)).toBeNull();
});
