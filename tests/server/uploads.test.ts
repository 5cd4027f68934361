/** Pictures: who may send one, what is taken for one, what is left of it, and where it is kept (API-21, B9.4). */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_IMAGE, MAX_UPLOAD_BODY } from '#domain/limits.ts';
import type { Role } from '#domain/permissions.ts';
import { readConfig } from '#server/config.ts';
import { fileStore, newFileName } from '#server/uploads/fileStore.ts';
import { readImage } from '#server/uploads/image.ts';
import { authorization } from '#server/uploads/s3Store.ts';
import { makeSmall } from '#server/uploads/smallPictures.ts';
import { dropOldFiles } from '#server/uploads/uploadHandlers.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { bomb, jpeg, multipart, png } from '#tests/support/images.ts';
import { COLUMNS } from '#tests/support/matrix.ts';
import { NOW, newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

const NOT_AN_IMAGE = 'Please select a valid image file.';
const TOO_BIG = 'Max Upload size is 4MB only.';

const whole = (bytes: Buffer) => {
  const image = readImage(bytes);
  if (typeof image === 'string') throw new Error(image);
  return image;
};

describeOneEngine('uploads', (database) => {
  let server: TestServer;
  const dir = mkdtempSync(join(tmpdir(), 'kasuwa-uploads-'));
  const tokens = new Map<Role, string>();
  const send = (
    role: Role,
    fields: Record<string, string>,
    file: Buffer | null,
    more: { name?: string; key?: string } = {},
  ) => {
    const body = multipart(fields, file, more.name);
    return server.send({
      method: 'POST',
      url: '/api/upload/upload',
      payload: body.payload,
      headers: {
        ...body.headers,
        authorization: `Bearer ${tokens.get(role)}`,
        ...(more.key ? { 'idempotency-key': more.key } : {}),
      },
    });
  };
  const admin = (fields: Record<string, string>, file: Buffer | null, more = {}) =>
    send('administrator.administrator', fields, file, more);
  const stored = () => readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
  const LABEL = { tag: 'brand_1', title: 'Brand 1', overwrite: 'false' };

  beforeAll(async () => {
    server = await startServer(database(), { uploadsDir: dir });
    await putRow(database(), 'seller', { _id: 'hub_a', name: 'Hub', address: 'x' });
    for (const role of Object.values(COLUMNS))
      tokens.set(role, (await server.signInAs(role, { seller_id: 'hub_a' })).token);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('who may: the update permission of the record the label names', { tags: ['API-21', 'PERM-46'] }, async () => {
    for (const [role, tag, code] of [
      ['manager.customer_support', 'brand_1', 403],
      ['sales_officer.rep', 'product_1', 403],
      ['manager.staff', 'manufacturer_1', 403],
      ['sales_officer.manager', 'product_1', 403],
      ['sales_officer.manager', 'anything', 403],
      ['manager.staff', 'anything', 200],
      ['manager.staff', 'category_1', 200],
      ['manager.staff', 'brand_1', 200],
      ['administrator.administrator', 'manufacturer_1', 200],
    ] as const) {
      expect((await send(role, { tag, title: 'x' }, png())).code, `${role} ${tag}`).toBe(code);
    }
    const body = multipart(LABEL, png());
    expect((await server.send({ method: 'POST', url: '/api/upload/upload', ...body })).code).toBe(401);
  });

  test('by its bytes, not by its name: everything else is no image', {
    tags: ['UI-18', 'ERR-07', 'SEC-17'],
  }, async () => {
    const before = stored().length;
    const half = png().subarray(0, 40);
    const broken = Buffer.from(png());
    broken[20] = 99;
    for (const [what, file, name] of [
      ['no file', null, ''],
      ['an empty file', Buffer.alloc(0), 'a.png'],
      ['text', Buffer.from('hello'), 'a.png'],
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'a.png'],
      ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), 'a.jpg'],
      ['a PNG cut off', half, 'a.png'],
      ['a PNG whose checksum is wrong', broken, 'a.png'],
      ['a JPEG cut off', jpeg().subarray(0, 60), 'a.jpeg'],
      ['a JPEG head on a page', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html>')]), 'a.jpg'],
      ['no pixels', png({ width: 0, height: 1 }), 'a.png'],
    ] as const) {
      const response = await admin(LABEL, file, { name });
      expect([response.code, response.message], what).toEqual([422, NOT_AN_IMAGE]);
    }
    for (const [what, file, why] of [
      ['S17: 2001 pixels', png({ width: 2_001 }), ' This one has 2,001 by 2 pixels; 2,000 a side is the most.'],
      ['a bomb of 4 billion pixels', bomb(), ' This one has 65,000 by 65,000 pixels; 2,000 a side is the most.'],
      ['a PNG that moves', png({ moves: true }), ' This one moves: choose a still one.'],
      ['a PNG of half its rows', png({ height: 40, rows: 20 }), ' This one is damaged.'],
      ['a PNG of wrong data', png({ noise: true }), ' This one is damaged.'],
    ] as const) {
      const response = await admin(LABEL, file);
      expect([response.code, response.message], what).toEqual([422, `${NOT_AN_IMAGE}${why}`]);
      expect(response.data.fields, what).toEqual({ file: `${NOT_AN_IMAGE}${why}` });
    }
    expect((await admin({ title: 'x' }, png())).message).toBe('Tag field is required.');
    expect(stored()).toHaveLength(before);
  });

  test('4024000 bytes pass, one more is told so, and so is a body beyond all measure', {
    tags: ['UI-19', 'CONST-17', 'SEC-17'],
  }, async () => {
    const empty = png({ secret: 'x' }).length;
    const exactly = png({ secret: 'x', padding: MAX_IMAGE - empty });
    expect(exactly).toHaveLength(4_024_000);
    expect((await admin(LABEL, exactly)).code).toBe(200);
    const response = await admin(LABEL, png({ secret: 'x', padding: MAX_IMAGE - empty + 1 }));
    expect([response.code, response.message]).toEqual([422, TOO_BIG]);
    const huge = await admin(LABEL, Buffer.alloc(MAX_UPLOAD_BODY + 1));
    expect([huge.code, huge.message]).toEqual([413, TOO_BIG]);
  });

  test('what a PNG says beside its picture is not kept', { tags: ['SEC-17'] }, async () => {
    const response = await admin({ ...LABEL, tag: 'brand_3' }, png({ secret: 'Mushin 6.5N 3.3E' }));
    const file = await server.server.inject({ method: 'GET', url: `/api/upload/file/${response.data.path}` });
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload.toString('latin1')).not.toContain('Mushin');
  });
  test('a name is 128 bits of chance: no part of it comes again', { tags: ['SEC-17'] }, () => {
    const names = Array.from({ length: 3_000 }, () => newFileName('png'));
    // Halves of 64 bits: two of 6,000 alike are never seen.
    const parts = names.flatMap((name) => [name.slice(0, 16), name.slice(16, 32)]);
    expect(new Set(parts).size).toBe(parts.length);
  });
  test('a picture is stripped, kept under a random name and given out to an image element', {
    tags: ['UI-20', 'UI-21', 'SEC-17'],
  }, async () => {
    const response = await admin({ ...LABEL, tag: 'brand_2' }, jpeg(), { name: '../../etc/passwd.png' });
    expect(response).toMatchObject({
      code: 200,
      message: 'Image upload successful.',
      data: { tag: 'brand_2', title: 'Brand 1', mime: 'image/jpeg', width: 1, height: 1 },
    });
    expect(response.data.path).toMatch(/^[0-9a-f]{32}\.jpg$/);
    const file = await server.server.inject({ method: 'GET', url: `/api/upload/file/${response.data.path}` });
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${response.data.path}"`,
    });
    expect(file.rawPayload.length).toBe(response.data.size);
    expect(file.rawPayload.toString('latin1')).not.toContain('Mushin');
    expect(jpeg().toString('latin1')).toContain('Mushin');
    const { rows } = await sql<{ sha256: string }>`select sha256 from upload where _id = ${response.data._id}`.execute(
      database().kysely,
    );
    expect(rows[0]?.sha256).toBe(createHash('sha256').update(file.rawPayload).digest('hex'));
    // What it names is there, under no name of ours.
    writeFileSync(join(dir, 'secret.txt'), 'secret');
    for (const name of [
      'zz%2f..%2f..%2fsecret.txt',
      'nothing.png',
      `${'0'.repeat(32)}.png`,
      '..%2f..%2fpackage.json',
      'shipped-other.png',
    ]) {
      expect((await server.send({ method: 'GET', url: `/api/upload/file/${name}` })).code, name).toBe(404);
    }
    for (const shipped of ['shipped-placeholder.png', 'shipped-product.png']) {
      const shown = await server.server.inject({ method: 'GET', url: `/api/upload/file/${shipped}` });
      expect(readImage(shown.rawPayload), shipped).toMatchObject({ width: 128, height: 128 });
    }
  });

  test('the same key is the same upload; another file under it is refused', { tags: ['API-21'] }, async () => {
    const key = newKey();
    const first = await admin(LABEL, png({ width: 3 }), { key });
    const files = stored().length;
    expect((await admin(LABEL, png({ width: 3 }), { key })).data).toEqual(first.data);
    expect(stored()).toHaveLength(files);
    expect((await admin(LABEL, png({ width: 4 }), { key })).code).toBe(422);
  });

  test('overwrite puts the new file under the same id, and the old file goes after 30 days', {
    tags: ['UI-21'],
  }, async () => {
    const label = { tag: 'category_7', title: 'Soap', overwrite: 'true' };
    const first = (await admin(label, png())).data;
    // API.md 1.1 "Every row".
    const by = { _id: expect.any(String), name: expect.any(String) };
    expect(first).toMatchObject({ created: NOW, modified: NOW, version: 1, created_by: by, modified_by: by });
    server.clock.now = NOW + 60;
    const second = (await admin(label, png({ width: 5 }))).data;
    server.clock.now = NOW;
    expect(second).toMatchObject({ _id: first._id, width: 5, created: NOW, modified: NOW + 60, version: 2 });
    const third = (await admin({ ...label, overwrite: 'false' }, png())).data;
    expect(third._id).not.toBe(first._id);
    const shown = async (path: string) =>
      (await server.server.inject({ method: 'GET', url: `/api/upload/file/${path}` })).statusCode;
    const store = fileStore({ uploadsDir: dir, s3: null });
    await dropOldFiles(database().kysely, store, server.clock.now + 29 * 86_400);
    expect([await shown(first.path), await shown(second.path)]).toEqual([200, 200]);
    await dropOldFiles(database().kysely, store, server.clock.now + 31 * 86_400);
    expect([await shown(first.path), await shown(second.path)]).toEqual([404, 200]);
  });
});

describeOneEngine('small pictures', (database) => {
  let server: TestServer;
  let token = '';
  const dir = mkdtempSync(join(tmpdir(), 'kasuwa-small-'));
  const store = fileStore({ uploadsDir: dir, s3: null });
  const upload = async (file: Buffer, overwrite = 'false') => {
    const { payload, headers } = multipart({ tag: 'product_1', title: 'Milk', overwrite }, file);
    const url = '/api/upload/upload';
    const all = { ...headers, authorization: `Bearer ${token}` };
    return (await server.send({ method: 'POST', url, payload, headers: all })).data;
  };
  const get = (path: string, size: number | string = 96) =>
    server.server.inject({ method: 'GET', url: `/api/upload/small/${size}/${path}` });
  const kept = () => readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.webp'));
  /** A photo that lies on its side: 400 wide and 200 high as stored, upright after a quarter turn; with a place in its metadata. */
  const photo = () =>
    sharp({ create: { width: 400, height: 200, channels: 3, background: '#c03020' } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'Mushin 6.5N 3.3E' } })
      .jpeg()
      .toBuffer();

  beforeAll(async () => {
    server = await startServer(database(), { uploadsDir: dir });
    token = (await server.signInAs('administrator.administrator')).token;
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('only the three sizes, and only of pictures that are there', { tags: ['B9.4', 'SEC-17'] }, async () => {
    const { path } = await upload(png());
    for (const [name, size] of [
      [path, 97],
      [path, '0096'],
      [path, '96.5'],
      ['shipped-product.png', 96],
      [`${path}.96.webp`, 96],
      [`${'0'.repeat(32)}.png`, 96],
      ['..%2f..%2fpackage.json', 96],
    ] as const) {
      const response = await get(name, size);
      expect([response.statusCode, response.headers['cache-control']], `${size} ${name}`).toEqual([404, 'no-store']);
    }
  });

  test('an upload makes three upright pictures without metadata, never larger than the whole one', {
    tags: ['B9.4', 'SEC-17'],
  }, async () => {
    const { path } = await upload(await photo());
    expect(kept().filter((name) => name.includes(path))).toHaveLength(3);
    for (const [size, width, height] of [
      [96, 48, 96],
      [320, 160, 320],
      [960, 200, 400],
    ] as const) {
      const response = await get(path, size);
      expect(response.headers, `${size}`).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-disposition': `attachment; filename="${path}.${size}.webp"`,
      });
      const metadata = await sharp(response.rawPayload).metadata();
      expect(metadata, `${size}`).toMatchObject({ format: 'webp', width, height });
      expect([metadata.orientation, metadata.exif, metadata.icc, metadata.xmp]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(response.rawPayload.toString('latin1')).not.toContain('Mushin');
    }
  });

  test('a picture from before, or from a backup, gets its small ones at the first request, once for all who ask', {
    tags: ['B9.4'],
  }, async () => {
    const name = newFileName('jpg');
    await store.put(name, await photo(), 'image/jpeg');
    const answers = await Promise.all([get(name), get(name), get(name, 320)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(kept().filter((one) => one.includes(name))).toHaveLength(3);
    // What is stored is what is served from now on.
    await store.put(`${name}.96.webp`, Buffer.from('kept'), 'image/webp');
    expect((await get(name)).body).toBe('kept');
  });

  test('a damaged picture from before is served whole', { tags: ['B9.4'] }, async () => {
    const name = newFileName('png');
    const bytes = png({ noise: true });
    await store.put(name, bytes, 'image/png');
    for (const turn of [1, 2]) {
      const response = await get(name);
      expect(response.headers, `${turn}`).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=3600',
      });
      expect(response.rawPayload).toEqual(bytes);
    }
    expect(kept().some((one) => one.includes(name))).toBe(false);
  });

  test('they go with the replaced picture', { tags: ['UI-21'] }, async () => {
    const first = await upload(png({ width: 7 }), 'true');
    const second = await upload(png({ width: 8 }), 'true');
    await dropOldFiles(database().kysely, store, server.clock.now + 31 * 86_400);
    expect(kept().filter((name) => name.includes(first.path))).toEqual([]);
    expect(kept().filter((name) => name.includes(second.path))).toHaveLength(3);
    expect((await get(first.path)).statusCode).toBe(404);
  });

  test('the server answers others while it makes them', { tags: ['B9.4'] }, async () => {
    const side = 2_000;
    const noise = randomBytes(side * side);
    const large = await sharp(noise, { raw: { width: side, height: side, channels: 1 } })
      .jpeg()
      .toBuffer();
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 1);
    try {
      expect(await makeSmall(large, true)).toBeInstanceOf(Map);
    } finally {
      clearInterval(beat);
    }
    // A decoding on the server's own thread would let nothing run between.
    expect(turns).toBeGreaterThan(10);
  });
});

describe('pictures without what they hide', () => {
  test('the turn of a photo stays, its place, comment and tail do not, and twice is the same', {
    tags: ['UI-18', 'B9.4'],
  }, () => {
    const image = whole(jpeg({ turn: 6 }));
    expect(image).toMatchObject({ extension: 'jpg', width: 1, height: 1 });
    const { bytes } = image;
    expect(bytes.includes('Exif\0\0MM\0*')).toBe(true);
    expect(bytes.includes('Mushin')).toBe(false);
    expect(whole(bytes).bytes).toEqual(bytes);
    expect(whole(jpeg({ turn: 1 })).bytes.includes('Exif')).toBe(false);
    const clean = whole(png({ secret: 'from the camera of Ada' })).bytes;
    expect(clean).toEqual(png());
  });
  test('no sent bytes make the reader fall over', { tags: ['UI-18', 'B9.4'] }, () => {
    const whole = jpeg();
    for (let length = 0; length < whole.length; length += 1)
      expect(() => readImage(whole.subarray(0, length))).not.toThrow();
    const odd = Buffer.from(whole);
    for (let at = 2; at < odd.length; at += 1) {
      const kept = odd[at] ?? 0;
      for (const byte of [0, 1, 0xff, 0xda, 0xd9]) {
        odd[at] = byte;
        expect(() => readImage(odd), `${at} ${byte}`).not.toThrow();
      }
      odd[at] = kept;
    }
  });
});

describe('the file store', () => {
  test('half a bucket does not start', { tags: ['B9.4'] }, () => {
    const env = { KASUWA_ENV: 'test', KASUWA_S3_ENDPOINT: 'http://x', KASUWA_S3_BUCKET: 'pictures' };
    expect(() => readConfig(env, '1', null)).toThrow(
      'The file store also needs KASUWA_S3_REGION, KASUWA_S3_ACCESS_KEY, KASUWA_S3_SECRET_KEY.',
    );
    expect(readConfig({ KASUWA_ENV: 'test', KASUWA_DATA: '/d' }, '1', null)).toMatchObject({
      s3: null,
      uploadsDir: '/d/uploads',
    });
  });
  test('the signature of the published example (GET Object)', { tags: ['B9.4'] }, async () => {
    const example = {
      region: 'us-east-1',
      accessKey: 'AKIAIOSFODNN7EXAMPLE',
      secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    };
    const header = await authorization(example, 'GET', new URL('https://examplebucket.s3.amazonaws.com/test.txt'), {
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    });
    expect(header).toContain('SignedHeaders=host;range;x-amz-content-sha256;x-amz-date');
    expect(header).toContain('Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
  });
  test('a bucket keeps, gives and lets go; its refusal is an error', { tags: ['B9.4'] }, async () => {
    const kept = new Map<string, Buffer>();
    const bucket = createServer(async (request, response) => {
      const body: Buffer[] = [];
      for await (const part of request) body.push(part as Buffer);
      const bytes = Buffer.concat(body);
      const url = new URL(`http://${request.headers.host}${request.url}`);
      const names = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1]?.split(';') ?? [];
      const signed = Object.fromEntries(
        names.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name])]),
      );
      const keys = { region: 'lagos', accessKey: 'key', secretKey: 'secret' };
      const honest = signed['x-amz-content-sha256'] === createHash('sha256').update(bytes).digest('hex');
      const expected = await authorization(keys, request.method ?? '', url, signed);
      if (!honest || expected !== request.headers.authorization) {
        response.writeHead(403).end('SignatureDoesNotMatch');
        return;
      }
      if (request.method === 'PUT') kept.set(url.pathname, bytes);
      if (request.method === 'DELETE') kept.delete(url.pathname);
      const found = kept.get(url.pathname);
      response.writeHead(request.method === 'GET' && !found ? 404 : 200).end(request.method === 'GET' ? found : '');
    });
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
    const s3 = {
      endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
      bucket: 'pictures',
      region: 'lagos',
      accessKey: 'key',
      secretKey: 'secret',
    };
    try {
      const store = fileStore({ uploadsDir: '/nowhere', s3 });
      const name = `${'a'.repeat(32)}.png`;
      expect(await store.get(name)).toBe(null);
      await store.put(name, png(), 'image/png');
      expect([...kept.keys()]).toEqual([`/pictures/${name}`]);
      expect(await store.get(name)).toEqual(png());
      await store.remove(name);
      expect(await store.get(name)).toBe(null);
      const thief = fileStore({ uploadsDir: '/nowhere', s3: { ...s3, secretKey: 'guess' } });
      await expect(thief.put(name, png(), 'image/png')).rejects.toThrow(
        'The file store answered 403: SignatureDoesNotMatch',
      );
    } finally {
      bucket.close();
    }
  });
  test('a folder keeps whole files only', { tags: ['B9.4'] }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'kasuwa-store-'));
    try {
      const store = fileStore({ uploadsDir: dir, s3: null });
      const name = `${'b'.repeat(32)}.png`;
      expect(await store.get(name)).toBe(null);
      await store.put(name, png(), 'image/png');
      expect(readdirSync(join(dir, 'bb'))).toEqual([name]);
      expect(readFileSync(join(dir, 'bb', name))).toEqual(png());
      await store.remove(name);
      await store.remove(name);
      expect(await store.get(name)).toBe(null);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
