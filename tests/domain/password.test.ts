import { describe, expect, test } from 'vitest';
import { confirmationProblem, passwordProblem } from '#domain/password.ts';

describe('a new password', { tags: ['B10.5'] }, () => {
  test.each([
    ['PROF-04 empty', '', 'Password field is required'],
    ['seven characters', 'kf8#zQp', 'Password must be at least 8 characters.'],
    ['four characters that take eight units of code', '🐄🐄🐄🐄', 'Password must be at least 8 characters.'],
    ['the e-mail', 'ada.obi@example.com', 'Password must not be your email.'],
    ['the e-mail in capitals', 'ADA.OBI@EXAMPLE.COM', 'Password must not be your email.'],
    ['common', 'password123', 'This password is too easy to guess.'],
    ['common in capitals', 'QwertyUiop', 'This password is too easy to guess.'],
    ['common here', 'nigeria123', 'This password is too easy to guess.'],
    ['one sign over and over', 'zzzzzzzzzz', 'This password is too easy to guess.'],
    ['blanks around one sign', '        x', 'This password is too easy to guess.'],
    ['digits in order', '123456789', 'This password is too easy to guess.'],
  ])('is refused when %s', (_case, password, text) => {
    expect(passwordProblem(password, 'Ada.Obi@example.com')).toBe(text);
  });

  test('the name part of the e-mail is refused too', () => {
    expect(passwordProblem('warehouse.ikeja', 'warehouse.ikeja@example.com')).toBe('Password must not be your email.');
  });

  test.each(['kf8#zQpL', 'eleven goats cross', 'ìkòkò tó máa jẹ ata'])('%j is fine', (password) => {
    expect(passwordProblem(password, 'ada.obi@example.com')).toBeNull();
    expect(passwordProblem(password, '')).toBeNull();
  });
});

describe('the confirmation', { tags: ['PROF-04'] }, () => {
  test.each([
    ['abc', '', 'Password confirmation is required'],
    ['abc', 'abd', 'Passwords must match'],
    ['abc', 'ABC', 'Passwords must match'],
    ['abc', 'abc', null],
  ])('%j and %j: %s', (password, confirmation, text) => {
    expect(confirmationProblem(password, confirmation)).toBe(text);
  });
});
