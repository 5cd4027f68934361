/** Which addresses a hook may have, and where a name may lead (SSRF). */
import { describe, expect, test } from 'vitest';
import { addressProblem, isPublic, publicLookup } from '#server/webhooks/hookAddress.ts';
import { secretOf, signedHeaders } from '#server/webhooks/hookSecret.ts';
import { postHook } from '#server/webhooks/postHook.ts';
import { startLocalHook } from '#tests/support/localHook.ts';

describe('the address of a webhook', () => {
  test.each([
    'shop.example',
    'ftp://shop.example/x',
    'https://user:secret@shop.example',
    'https://shop.example/#part',
    'http://shop.example',
    'http://127.0.0.1:8080',
    'http://localhost/x',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://10.1.2.3',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/',
    'https://0x7f.1/',
  ])('%s is refused where the site serves people', { tags: ['HOOK-01'] }, (url) => {
    expect(addressProblem(url, true)).toMatch(/^(Enter an address|The address must)/);
  });
  test('https to the public network is taken, with a port and a query', { tags: ['HOOK-01'] }, () => {
    for (const url of [
      'https://shop.example/hooks?of=1',
      'https://shop.example:8443',
      'https://8.8.8.8/x',
      'https://[2606:4700::1111]/',
    ])
      expect(addressProblem(url, true), url).toBeNull();
  });
  test('elsewhere http to this machine is taken too, and to no other', { tags: ['HOOK-01'] }, () => {
    expect(addressProblem('http://localhost:9000/x', false)).toBeNull();
    expect(addressProblem('http://10.0.0.1/x', false)).toBe('The address must begin with https://.');
  });
  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
  ])('%s is no address of the public network', { tags: ['HOOK-08'] }, (address) =>
    expect(isPublic(address)).toBe(false),
  );
  test.each([
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'words',
  ])('%s is none of IPv6', { tags: ['HOOK-08'] }, (address) => expect(isPublic(address)).toBe(false));
  test('a name that leads to this machine is refused when it is looked up, whatever it is called', {
    tags: ['HOOK-08'],
  }, async () => {
    const found = await new Promise((done) =>
      publicLookup('localhost', { all: true }, (error) => done(error?.message)),
    );
    expect(found).toBe('The address must be one of the public network.');
    const hook = await startLocalHook();
    const { port } = new URL(hook.url);
    const answer = await postHook(`https://localhost:${port}/`, {}, '{}', true);
    expect([answer.code, answer.answer, hook.got]).toEqual([
      null,
      'Error: The address must be one of the public network.',
      [],
    ]);
    expect((await postHook('https://10.0.0.1/', {}, '{}', true)).answer).toBe(
      'Error: The address must be one of the public network.',
    );
    expect((await postHook(hook.url, {}, '{}', true)).answer).toBe('Error: The address must begin with https://.');
    expect(hook.got).toEqual([]);
    await hook.close();
  });
});

describe('the signature', { tags: ['HOOK-05'] }, () => {
  test('another hook, another number and another key give another secret', { tags: ['HOOK-05'] }, () => {
    const hook = { _id: 'h1', secret_no: 1 };
    const secrets = [
      secretOf('key', hook),
      secretOf('key', { ...hook, _id: 'h2' }),
      secretOf('key', { ...hook, secret_no: 2 }),
      secretOf('other', hook),
    ];
    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { 'webhook-signature': signature } = signedHeaders('key', hook, 'd1', 100, '{}');
    expect(signature).toMatch(/^v1,[\w+/]{43}=$/);
    expect(signedHeaders('key', hook, 'd1', 100, '{} ')['webhook-signature']).not.toBe(signature);
  });
});
