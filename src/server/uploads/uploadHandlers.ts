/** Accepts pictures: checks their content, removes metadata and stores them under random names (API-21, UI-18 to UI-21, B9.4). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Upload, uploadImage } from '#contract/catalogue/uploadCalls.ts';
import type { BaseRow } from '#contract/model.ts';
import { MAX_IMAGE, MAX_IMAGE_TEXT, NO_IMAGE_TEXT } from '#domain/limits.ts';
import { can, isHubSide, type Permission } from '#domain/permissions.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Row as TableRow } from '../db/tables.ts';
import { baseOf } from '../resources/rows.ts';
import { fileStore, newFileName } from './fileStore.ts';
import { DAMAGED_TEXT, type Image, readImage } from './image.ts';
import { makeSmall, putSmall, removeSmall, type SmallPictures } from './smallPictures.ts';
import type { FileStore } from './storedFiles.ts';

/** Days that a replaced file is kept (B9.4). */
const KEPT_DAYS = 30;

export function uploadHandlers(config: Config): Handler[] {
  const store = fileStore(config);
  return [
    handle(
      uploadImage,
      async ({ tag, title = '', overwrite }, ctx, taken: Taken) => {
        if (!mayLabel(tag, title, ctx)) throw new Refusal('forbidden');
        if (taken instanceof Refusal) throw taken;
        const { image, small } = taken;
        const path = newFileName(image.extension);
        await store.put(path, image.bytes, image.mime);
        if (small) await putSmall(store, path, small);
        const { mime, bytes, width, height } = image;
        const row = { tag, title, path, mime, size: bytes.length, width, height };
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const _id = (overwrite && (await replace(row, sha256, ctx))) || (await add(row, sha256, ctx));
        await ctx.audit({ action: 'upload', model: 'upload', record_id: _id, record_label: `${tag} ${title}`.trim() });
        ctx.setMessage('Image upload successful.');
        return { ...(await baseOf('upload', _id, ctx.db)), ...row };
      },
      // Decoding takes a fifth of a second, which no transaction should wait for.
      { prepare: (_, ctx) => take(ctx) },
    ),
  ];
}

/** The sent picture without metadata and its small ones (null: this machine makes none), or why it is refused. */
type Taken = { image: Image; small: SmallPictures | null } | Refusal;

async function take(ctx: Ctx): Promise<Taken> {
  const sent = ctx.files.get('file');
  if (!sent) return invalid({ file: NO_IMAGE_TEXT });
  if (sent.truncated || sent.bytes.length > MAX_IMAGE) return invalid({ file: MAX_IMAGE_TEXT });
  const image = readImage(sent.bytes);
  if (typeof image === 'string') return invalid({ file: image });
  const small = await makeSmall(image.bytes, true);
  return small === 'broken' ? invalid({ file: DAMAGED_TEXT }) : { image, small };
}

type Row = Omit<Upload, keyof BaseRow>;

/**
 * The label key names the record, so the permission to update that record decides. A picture without a record needs the right to create products.
 */
function mayLabel(tag: string, title: string, ctx: Ctx): boolean {
  const of = /^(brand|category|manufacturer|product)_/;
  const model = (of.exec(tag) ?? of.exec(title))?.[1];
  if (!model) return can(ctx.who, 'create_product');
  // Hub roles edit what their hub sells a product for, but not the product.
  return can(ctx.who, `update_${model}` as Permission) && !isHubSide(ctx.who.role);
}

async function add(row: Row, sha256: string, ctx: Ctx): Promise<string> {
  const _id = ctx.newId();
  await sql`insert into upload (_id, created, modified, created_by, modified_by, tag, title, path, mime, size, width, height, sha256)
    values (${_id}, ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id}, ${row.tag}, ${row.title}, ${row.path}, ${row.mime},
      ${row.size}, ${row.width}, ${row.height}, ${sha256})`.execute(ctx.db);
  return _id;
}

/** Gives the newest row with this label the new file. Null when there is no such row. */
async function replace(row: Row, sha256: string, ctx: Ctx): Promise<string | null> {
  const { rows } = await sql<Pick<TableRow<'upload'>, '_id' | 'path'>>`select _id, path from upload
    where tag = ${row.tag} and title = ${row.title} and created > 0 order by created desc, _id desc limit 1 for update`.execute(
    ctx.db,
  );
  const known = rows[0];
  if (!known) return null;
  await sql`insert into upload_gone (path, gone) values (${known.path}, ${ctx.now})`.execute(ctx.db);
  await sql`update upload set path = ${row.path}, mime = ${row.mime}, size = ${row.size}, width = ${row.width}, height = ${row.height},
    sha256 = ${sha256}, modified = ${ctx.now}, modified_by = ${ctx.who.user_id}, version = version + 1 where _id = ${known._id}`.execute(
    ctx.db,
  );
  return known._id;
}

/** Deletes files that were replaced more than 30 days ago. */
export async function dropOldFiles(db: Db, store: FileStore, now: number): Promise<void> {
  const rows = await db
    .selectFrom('upload_gone')
    .select('path')
    .where('gone', '<', now - KEPT_DAYS * 86_400)
    .limit(500)
    .execute();
  for (const { path } of rows) {
    await store.remove(path);
    await removeSmall(store, path);
    await sql`delete from upload_gone where path = ${path}`.execute(db);
  }
}
