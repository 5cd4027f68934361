/** Where the server is, and what it has shown: the file where.json, the header of our server, what the tablet keeps. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { capabilities } from '#client/server/capabilities.ts';
import { findServer } from '#client/server/findServer.ts';
import { afterAnswer, isPlain, noteAnswerOf } from '#client/server/shown.ts';
import {
  adoptStoredRecord,
  apiUrl,
  serverRecord,
  setServerRecord,
  takesOurHeaders,
  tokenHeader,
} from '#client/server/where.ts';
import { changeSession, clearSession, readSession, writeSession } from '#client/session/tokenStore.ts';
import { ALL_CAPABILITIES, CAPABILITIES, CAPABILITY_HEADER } from '#contract/capabilities.ts';
import { OURS, originsOf, readWhere } from '#contract/where.ts';

const capabilityHeader = (value: string) => new Headers({ [CAPABILITY_HEADER]: value });
const nothing = new Headers();
const forget = () => setServerRecord({ shown: {} });

afterEach(async () => {
  vi.restoreAllMocks();
  await new Promise((done) => Object.assign(indexedDB.deleteDatabase('session'), { onsuccess: done, onerror: done }));
  forget();
});

describe('the file where.json', () => {
  test.each([
    ['[]', 'The file must be an object.'],
    ['{"api":""}', '"api" must be an address such as "/api/" or "https://api.example.test/", not "".'],
    ['{"api":"api.example.test"}', '"api" must be an address'],
    ['{"api":"https://api.example.test/?a=1"}', '"api" must be an address'],
    [`{"api":"https://api.example.test;script-src *"}`, '"api" must be an address'],
    ['{"token":"Bearer"}', '"token" must be an object.'],
    ['{"token":{"header":"X Token"}}', '"token.header" must be the name of a header.'],
    ['{"token":{"scheme":"a b"}}', '"token.scheme" must be a word'],
    ['{"pictures":7}', '"pictures" must be an address'],
  ])('is refused with its fault: %s', { tags: ['PLAIN-01'] }, (text, fault) => {
    expect(() => readWhere(JSON.parse(text))).toThrow(fault);
  });

  test('says where calls and pictures go and which header carries the token; what it leaves out is ours', {
    tags: ['PLAIN-01'],
  }, () => {
    expect(readWhere({})).toEqual(OURS);
    const elsewhere = readWhere({
      api: 'https://api.example.test/v1',
      token: { header: 'X-Token' },
      pictures: 'https://cdn.example.test/',
    });
    expect(elsewhere).toEqual({
      api: 'https://api.example.test/v1/',
      header: 'X-Token',
      scheme: '',
      pictures: 'https://cdn.example.test/',
    });
    expect(originsOf(elsewhere)).toEqual({
      calls: ['https://api.example.test'],
      pictures: ['https://api.example.test', 'https://cdn.example.test'],
    });
    expect(originsOf(OURS)).toEqual({ calls: [], pictures: [] });
  });

  test('a broken file is said to the person who signs in, a page in its place says nothing, and the first answer counts at once', {
    tags: ['PLAIN-01'],
  }, async () => {
    const answer = (text: string, status = 200) =>
      vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(text, { status }));
    answer('{"api":7}');
    await expect(findServer()).rejects.toThrow(
      'The file where.json of this site is not valid. "api" must be an address',
    );
    answer('<h1>Please sign in to the Wi-Fi</h1>');
    await findServer();
    expect(serverRecord()?.where).toBeUndefined();
    answer('{"api":"/back/","token":{"header":"X-Token"}}');
    await findServer();
    expect([apiUrl('brand/read_all'), tokenHeader('t0')]).toEqual(['/back/brand/read_all', { 'X-Token': 't0' }]);
    expect(tokenHeader(null)).toEqual({});
    // A later one is for the next start: the session of this page belongs to the server that it came from.
    answer('{"api":"/other/"}');
    await findServer();
    await writeSession({ token: 't0', user_id: 'ada', last_used: 1 });
    expect(apiUrl('')).toBe('/back/');
    forget();
    await readSession();
    expect(apiUrl('')).toBe('/other/');
  });
});

describe('what a server has shown', () => {
  test('an answer to a stranger says nothing, and what was shown once never becomes less', {
    tags: ['PLAIN-02'],
  }, () => {
    expect(afterAnswer(undefined, null, false)).toBeUndefined();
    expect(afterAnswer(undefined, null, true)).toBe('');
    expect(afterAnswer('replay pages', null, true)).toBe('replay pages');
    expect(afterAnswer('replay pages', 'pages bulk', true)).toBe('replay pages bulk');
    // A server that was changed for ours shows more than before.
    expect(afterAnswer('', ALL_CAPABILITIES, true)).toBe(ALL_CAPABILITIES);
  });

  test('nothing known, a plain server and ours are three states', { tags: ['PLAIN-02'] }, () => {
    forget();
    expect([capabilities(), isPlain()]).toEqual([null, false]);
    noteAnswerOf(nothing, false);
    expect(capabilities()).toBeNull();
    noteAnswerOf(nothing, true);
    expect([capabilities()?.replay, isPlain()]).toEqual([false, true]);
    noteAnswerOf(capabilityHeader(ALL_CAPABILITIES), true);
    expect([isPlain(), Object.values(capabilities() ?? {}).every(Boolean)]).toEqual([false, true]);
    expect(Object.keys(capabilities() ?? {})).toEqual([...CAPABILITIES]);
  });

  test('is kept by address, beside the session, and after it', { tags: ['PLAIN-02'] }, async () => {
    noteAnswerOf(capabilityHeader(ALL_CAPABILITIES), true);
    await writeSession({ token: 't0', user_id: 'ada', last_used: 1 });
    await clearSession();
    forget();
    await readSession();
    expect(capabilities()?.replay).toBe(true);
    // An answer without the header, as through something between, and a write of the session after it.
    noteAnswerOf(nothing, true);
    await writeSession({ token: 't1', user_id: 'ada', last_used: 1 });
    await changeSession('t1', { last_used: 2 });
    forget();
    await readSession();
    expect(capabilities()?.replay).toBe(true);
    setServerRecord({ where: { ...OURS, api: '/other/' }, shown: serverRecord()?.shown ?? {} });
    expect(capabilities()).toBeNull();
  });

  test('a session of an earlier release is of our server', { tags: ['PLAIN-02'] }, () => {
    adoptStoredRecord(undefined, false);
    expect(capabilities()).toBeNull();
    adoptStoredRecord(undefined, true);
    expect(capabilities()?.replay).toBe(true);
  });

  test('another origin gets no header of ours before it has shown that it knows them; a plain server never', {
    tags: ['PLAIN-03'],
  }, () => {
    expect(takesOurHeaders()).toBe(true);
    setServerRecord({ where: { ...OURS, api: 'https://api.example.test/' }, shown: {} });
    expect(takesOurHeaders()).toBe(false);
    noteAnswerOf(capabilityHeader(ALL_CAPABILITIES), true);
    expect(takesOurHeaders()).toBe(true);
    setServerRecord({ shown: { '/api/': '' } });
    expect(takesOurHeaders()).toBe(false);
  });
});
