import { describe, expect, test } from 'vitest';
import { bankProblems, periodStart, periodStarts, runningSums } from '#domain/agent.ts';
import { AGENT_REPORT_PERIODS, AGENT_SOURCES } from '#domain/choices.ts';
import { fromInput } from '#domain/time.ts';

const at = (text: string) => fromInput(text) ?? Number.NaN;

describe('agents', () => {
  test('there are eight sources of an agent', { tags: ['AGT-12', 'CONST-23'] }, () => {
    expect(AGENT_SOURCES).toEqual(['BUYER', 'AGENCY', 'WHATSAPP', 'FACEBOOK', 'TWITTER', 'STAFF_1', 'STAFF_2', 'SMS']);
  });
  test.each([
    [{ source: 'BUYER' }, { bank: 'Bank field is required.', account: 'Account No. field is required.' }],
    [
      { source: 'SMS', bank: '-', account: '-' },
      { bank: 'Bank field is required.', account: 'Account No. field is required.' },
    ],
    [{ source: 'SMS', bank: '044', account: '123456789' }, { account: 'Account No. is not valid' }],
    [{ source: 'SMS', bank: '044', account: '12345678901' }, { account: 'Account No. is not valid' }],
    [{ source: 'SMS', bank: '044', account: '12345a7890' }, { account: 'Account No. is not valid' }],
    [{ source: 'SMS', bank: '044', account: '1234567890' }, {}],
    [{ source: 'AGENCY' }, {}],
    [{ source: 'AGENCY', bank: '-', account: '-' }, {}],
  ])('the bank fields of %j are refused or taken', { tags: ['AGT-10', 'AGT-11'] }, (agent, problems) => {
    expect(bankProblems(agent)).toEqual(problems);
  });
  test('days and weeks of Lagos, weeks start on Monday', { tags: ['CONST-24', 'B9.12'] }, () => {
    expect(AGENT_REPORT_PERIODS).toEqual(['day', 'week']);
    // 21 November 2026 is a Saturday.
    expect(periodStart(at('2026-11-21T10:00'), 'day')).toBe(at('2026-11-21'));
    expect(periodStart(at('2026-11-21T00:00'), 'week')).toBe(at('2026-11-16'));
    expect(periodStart(at('2026-11-16T00:00'), 'week')).toBe(at('2026-11-16'));
    expect(periodStart(at('2026-11-15T23:59'), 'week')).toBe(at('2026-11-09'));
    expect(periodStarts(at('2026-11-19'), at('2026-11-21T23:59'), 'day')).toEqual([
      at('2026-11-19'),
      at('2026-11-20'),
      at('2026-11-21'),
    ]);
    expect(periodStarts(at('2026-11-12'), at('2026-11-16'), 'week')).toEqual([at('2026-11-09'), at('2026-11-16')]);
    expect(runningSums([2, 0, 3])).toEqual([2, 2, 5]);
  });
});
