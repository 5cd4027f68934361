/** The one reader of form bodies (SEC-10, SYNC rule 27): what any sender can put into a body comes out as it was, or is refused in words. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addParam,
  decodeForm,
  encodeForm,
  MAX_LIST,
  MAX_PARAMETERS,
  type Params,
  TooManyFields,
} from '#contract/form.ts';
import { models } from '#contract/index.ts';
import { genericCalls } from '#contract/model.ts';
import { discrepanciesAll } from '#contract/purchasing/discrepancyCalls.ts';
import { readInput, readValue } from '#contract/read.ts';
import { NAUGHTY } from '#tests/support/naughty.ts';

const CALLS = models.flatMap(genericCalls);
const asList = (params: Params) => [...params].map(([name, { values, list }]) => [name, values, list] as const);

test('a price below 0 is refused at its field, in the form as in the call', { tags: ['K29'] }, () => {
  for (const name of ['product', 'seller_product']) {
    const field = models.find((model) => model.name === name)?.fields.price;
    if (!field) throw new Error(`${name} has no price`);
    expect(readValue(field, '-5')).toEqual({ issue: 'Price must not be less than 0' });
    expect(readValue(field, '0')).toEqual({ value: 0 });
  }
});

test('a filter of several values takes them repeated or with commas, one value as before, and refuses a wrong one', {
  tags: ['API-10', 'DISC-01'],
}, () => {
  const { kind } = discrepanciesAll.input;
  const read = (form: string) => readInput({ kind }, decodeForm(form));
  for (const form of ['kind%5B%5D=short&kind%5B%5D=over', 'kind=short,over', 'kind[]=short,over'])
    expect(read(form), form).toEqual({ ok: true, input: { kind: ['short', 'over'] } });
  expect(read('kind=short')).toEqual({ ok: true, input: { kind: ['short'] } });
  expect(read('kind=')).toEqual({ ok: true, input: { kind: [] } });
  expect(read('kind=short,lost')).toEqual({ ok: false, fields: { kind: 'Kind field is required.' } });
});

test('a part of a number is refused as no whole number, and a word as no number', { tags: ['PROD-17'] }, () => {
  const product = models.find((model) => model.name === 'product')?.fields.case_count;
  if (!product) throw new Error('A product has no case count');
  for (const part of ['1.5', ' 12.0 ', '-0.5', '.5', '1,5'])
    expect(readValue(product, part), part).toEqual({ issue: 'Case count must be a whole number.' });
  for (const word of ['twelve', '', '1.5 cases', '1.', '1e3'])
    expect(readValue(product, word), word).not.toEqual({ issue: 'Case count must be a whole number.' });
  expect(readValue(product, 'twelve')).toEqual({ issue: 'Case count must be a number.' });
  expect(readValue(product, ' 12 ')).toEqual({ value: 12 });
});

describe('the limits', { tags: ['SEC-10', 'SYNC-27'] }, () => {
  test('one field too many, one value too many: TooManyFields', { tags: ['SEC-10', 'SYNC-27'] }, () => {
    const fields = (n: number) => Array.from({ length: n }, (_, at) => `f${at}=1`).join('&');
    expect(decodeForm(fields(MAX_PARAMETERS)).size).toBe(MAX_PARAMETERS);
    expect(() => decodeForm(fields(MAX_PARAMETERS + 1))).toThrow(TooManyFields);
    const values = (n: number) => Array.from({ length: n }, () => 'a[]=1').join('&');
    expect(decodeForm(values(MAX_LIST)).get('a')?.values).toHaveLength(MAX_LIST);
    expect(() => decodeForm(values(MAX_LIST + 1))).toThrow(TooManyFields);
  });
  // A decoder that looks again at what it has read takes hours for these, and the test ends by its own limit.
  test('half a million fields, four hundred thousand brackets: read once', { tags: ['SEC-10', 'SYNC-27'] }, () => {
    expect(() => decodeForm('&='.repeat(500_000))).toThrow(TooManyFields);
    decodeForm(`${'['.repeat(400_000)}=1`);
  });
  test('names that objects have of themselves are names like any other, and no object is changed', {
    tags: ['SEC-10'],
  }, () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString']) {
      const params = decodeForm(`${name}=x&${name}[a]=y&${name}[]=z`);
      expect(params.get(name)?.values, name).toEqual(['x', 'z']);
      expect(readInput({}, params), name).toMatchObject({ ok: false, shape: { error: 'unknown_field' } });
    }
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});

describe('properties', { tags: ['SEC-10'] }, () => {
  const text = fc.oneof(fc.constantFrom(...NAUGHTY), fc.string({ unit: 'binary', maxLength: 30 }));
  test('property: any text is read, or is too much; every value stands under a name', { tags: ['SEC-10'] }, () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.array(fc.tuple(text, text)).map((all) => all.map((one) => one.join('=')).join('&')),
        ),
        (body) => {
          const pairs = [...new URLSearchParams(body)];
          const read = asList(decodeForm(body));
          expect(read.flatMap(([, values]) => values).sort()).toEqual(pairs.map(([, value]) => value).sort());
        },
      ),
      { numRuns: 2_000 },
    );
  });
  test('property: what is written is what is read, scalars and lists', { tags: ['SEC-10'] }, () => {
    const name = fc.stringMatching(/^[a-z_]{1,12}$/);
    const value = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 5 }))), (values) => {
        const read = decodeForm(encodeForm(values));
        for (const [key, sent] of Object.entries(values))
          expect(read.get(key)).toEqual(
            Array.isArray(sent) ? { values: sent, list: true } : { values: [sent], list: false },
          );
        expect(read.size).toBe(Object.keys(values).length);
      }),
      { numRuns: 1_000 },
    );
  });
  test('property: every call of every model reads any fields to an input or to a text, and never throws', {
    tags: ['SEC-10'],
  }, () => {
    fc.assert(
      fc.property(
        fc.nat(CALLS.length - 1),
        fc.array(fc.tuple(fc.nat(20), fc.constantFrom('', '[]', '[3]'), text), { maxLength: 8 }),
        (at, sent) => {
          const call = CALLS[at];
          if (!call) return;
          const names = Object.keys({ ...call.input, ...(call.row ?? {}) });
          const params: Params = new Map();
          for (const [which, form, value] of sent) addParam(params, `${names[which % names.length]}${form}`, value);
          const read = readInput({ ...call.input, ...(call.row ?? {}) }, params, call);
          if (read.ok) return;
          const messages = 'shape' in read ? [read.shape.message] : Object.values(read.fields);
          for (const one of messages) expect(one.trim()).not.toBe('');
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
