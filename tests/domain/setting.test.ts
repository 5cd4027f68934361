/** The settings whose values have a form. */
import { expect, test } from 'vitest';
import { PHONE_MESSAGE } from '#domain/phone.ts';
import { settingProblem } from '#domain/setting.ts';

test('the phone number of a setting is checked as every phone number', () => {
  for (const key of ['support_phone', 'phone', 'shop.phone', 'owner-phone_number']) {
    expect(settingProblem(key, 'abc'), key).toBe(PHONE_MESSAGE);
    expect(settingProblem(key, '0803100000'), key).toBe(PHONE_MESSAGE);
    for (const fine of ['08031000000', ' +234 803 100 0000 ']) expect(settingProblem(key, fine), key).toBeNull();
  }
  for (const key of ['phones_sold', 'microphone', 'telephone_hours'])
    expect(settingProblem(key, 'abc'), key).toBeNull();
});

test('a time and an amount that the server reads are whole numbers; every other value is free', () => {
  expect(settingProblem('launch_cutoff', 'May')).toBe('Value must be a whole number of seconds. Ex. 1588546800');
  expect(settingProblem('launch_cutoff', ' 1588546800 ')).toBeNull();
  for (const key of ['stocktake_recount_kobo', 'reversal_approval_kobo']) {
    for (const wrong of ['nonsense', '-1', '1.5', '1'.repeat(14)])
      expect(settingProblem(key, wrong), wrong).toBe('Value must be a whole number of kobo. Ex. 2000000');
    expect(settingProblem(key, '0')).toBeNull();
  }
  expect(settingProblem('delivery_days', 'abc')).toBeNull();
});
