/** The settings whose values have a form. */
import { expect, test } from 'vitest';
import { PHONE_MESSAGE } from '#domain/phone.ts';
import {
  settingForm,
  settingProblem,
  shownSetting,
  storedSetting,
  typedProblem,
  typedSetting,
} from '#domain/setting.ts';

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

test('a moment and an amount are typed as date and naira, and stored as they always were', () => {
  const [launch, money] = [settingForm('launch_cutoff'), settingForm('reversal_approval_kobo')];
  expect([launch, money, settingForm('support_phone'), settingForm('delivery_days')]).toEqual([
    'moment',
    'naira',
    'text',
    'text',
  ]);
  // Wrong at first.
  for (const wrong of ['', 'May', '2020-02-31T00:00', '1588546800'])
    expect(typedProblem('launch_cutoff', launch, wrong), wrong).toBe('Value must be a date and a time.');
  for (const wrong of ['abc', '-1', '999999999999'])
    expect(typedProblem('stocktake_recount_kobo', money, wrong), wrong).toBe(
      'Value must be an amount in naira. Ex. 20,000',
    );
  expect(typedProblem('support_phone', 'text', 'abc')).toBe(PHONE_MESSAGE);
  for (const [form, stored, typed, shown] of [
    [launch, '1588546800', '2020-05-04T00:00', 'May 04, 2020 - 12:00 AM'],
    [money, '2000000', '20000', '₦20,000'],
    [money, '2000050', '20000.50', '₦20,000.50'],
    [money, '0', '0', '₦0'],
    ['text', ' as it is ', ' as it is ', ' as it is '],
  ] as const) {
    expect(typedSetting(form, stored), stored).toBe(typed);
    expect(storedSetting(form, typed), typed).toBe(stored);
    expect(shownSetting(form, stored), stored).toBe(shown);
  }
  expect(typedSetting(launch, '')).toBe('');
  // A value that an older server took is shown as it is, to be corrected.
  expect(settingForm('launch_cutoff', 'May 2020')).toBe('text');
  expect(typedProblem('launch_cutoff', 'text', 'May 2020')).toMatch(/^Value must be a whole number of seconds/);
});
