import { describe, expect, test } from 'vitest';
import { caseCodeOf, codeIndex, codeKey, codeTexts, makeSightings, readCode } from '#domain/barcode.ts';

const milk = { _id: 'milk', case_count: 12, barcode_unit: '6151100020053', barcode_case: '16151100020052' };
const soap = { _id: 'soap', case_count: 48, barcode_unit: '012345678905', barcode_case: null };
const rice = { _id: 'rice', case_count: 1, barcode_unit: '40123455', barcode_case: '40123455' };

describe('reading a code', () => {
  test.each(['', '   ', '123', 'a b c d', 'x'.repeat(33), 'ab\u0007cd', 'ọ̀pọ̀'])('refuses %j', (sent) => {
    expect(readCode(sent)).toBeNull();
  });
  test('takes codes as scanners send them', () => {
    expect(readCode(' 6151100020053\t')).toBe('6151100020053');
    expect(readCode(']C1CASE-12')).toBe('CASE-12');
  });
});

describe('one number in several lengths', () => {
  test('a letter or another length is its own text', () => {
    expect(codeKey('00012')).toBe('00012');
    expect(codeKey('AB12')).not.toBe(codeKey('ab12'));
    expect(codeTexts('CASE-12')).toEqual(['CASE-12']);
  });
  test('UPC-A is EAN-13 is GTIN-14', () => {
    expect(codeKey('012345678905')).toBe(codeKey('0012345678905'));
    expect(codeTexts('012345678905')).toEqual(['012345678905', '0012345678905', '00012345678905']);
    expect(codeTexts('00000040123455')).toEqual(['40123455', '000040123455', '0000040123455', '00000040123455']);
  });
  test('the code of a case, by the rule of GS1', () => {
    expect(caseCodeOf('40123455')).toBeNull();
    expect(caseCodeOf('6151100020053')).toBe('16151100020052');
    // The worked example of the GS1 General Specifications.
    expect(caseCodeOf('0614141543212')).toBe('10614141543219');
    expect(caseCodeOf('0012345678905')).toBe('10012345678902');
  });
});

describe('whose code it is', () => {
  const find = codeIndex([milk, soap, rice]);
  test('nobody', () => {
    expect(find('9999999999999')).toEqual([]);
    expect(find('615110002005')).toEqual([]);
  });
  test('a code on two products finds both, so that neither is booked', () => {
    const twice = codeIndex([milk, { ...soap, barcode_unit: milk.barcode_unit }]);
    expect(twice(milk.barcode_unit).map((hit) => hit.product._id)).toEqual(['milk', 'soap']);
  });
  test('a unit counts 1, a case its units', () => {
    expect(find('6151100020053')).toEqual([{ product: milk, counts: 'unit', units: 1 }]);
    expect(find('16151100020052')).toEqual([{ product: milk, counts: 'case', units: 12 }]);
    expect(find('0012345678905')).toEqual([{ product: soap, counts: 'unit', units: 1 }]);
    expect(find('40123455')).toEqual([{ product: rice, counts: 'unit', units: 1 }]);
  });
});

describe('what a camera sees', () => {
  test('a code that stays in the picture counts once; gone for a while and back, again', () => {
    const see = makeSightings();
    expect(see([], 0)).toEqual([]);
    expect(see(['4444', '4444', '5555'], 100)).toEqual(['4444', '5555']);
    for (let at = 250; at < 5_000; at += 150) expect(see(['4444'], at)).toEqual([]);
    expect(see([], 5_100)).toEqual([]);
    expect(see(['4444', '5555'], 5_600)).toEqual(['5555']);
    expect(see(['4444'], 7_200)).toEqual(['4444']);
  });
});
