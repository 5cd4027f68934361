/**
 * Close-outs (proposed, decision 0550): the day of a delivery associate, read from the ledgers, signed by the associate and by the second person. Quantities
 * are units, money is naira text, times are epoch seconds; a day is its 00:00 in Lagos.
 */
import * as v from 'valibot';
import { CLOSE_STATUSES, MAX_SIGNATURE } from '#domain/closeOut.ts';
import { command, get } from '../call.ts';
import { flag, id, list, longText, optional, quantity, sha256, text, time } from '../fields.ts';
import { named } from '../model.ts';

const money = v.object({
  cash_before: v.string(),
  cash_taken: v.string(),
  handed_in: v.string(),
  cash_left: v.string(),
  issued: v.string(),
  returned: v.string(),
  delivered: v.string(),
});

const line = v.object({
  product_id: v.string(),
  name: v.string(),
  case_count: v.number(),
  /** The price per case at the hub. */
  price: v.string(),
  before: v.number(),
  issued: v.number(),
  returned: v.number(),
  sold: v.number(),
  other: v.number(),
  left: v.number(),
  counted: v.nullable(v.number()),
});

const figures = v.object({ money, lines: v.array(line), digest: v.string() });

/** One signature: `typed`: `mark` is the name; else the path of an SVG of 1,000 by 300. */
const signature = v.object({ name: v.string(), mark: v.string(), typed: v.boolean() });

const closed = v.object({
  _id: v.string(),
  ref: v.string(),
  version: v.number(),
  status: v.picklist(CLOSE_STATUSES),
  closed_at: v.number(),
  /** As they were signed. */
  signed: figures,
  officer: signature,
  taker: signature,
  taker_id: v.string(),
  note: v.string(),
  reopened_at: v.nullable(v.number()),
  reopened_by: v.nullable(v.string()),
  reopened_note: v.string(),
});

const day = v.object({
  officer: named,
  hub: named,
  day: v.number(),
  /** The figures of the ledgers as they are now. */
  now: figures,
  /** The present close; null: the day is open. */
  closed: v.nullable(closed),
  /** true: something was posted or changed after the close, and `now` is not what was signed. */
  changed_since: v.boolean(),
  /** Closes that were reopened, the newest first. */
  before: v.array(closed),
});
export type CloseOutDay = v.InferOutput<typeof day>;

const of = { sales_officer_id: id('Delivery associate'), day: time('Day') };

/** The day of one associate. An associate reads the own days alone, an account of a hub those of the hub (404 for others). */
export const closeOutDay = get('close_out/read_day', { input: of, output: day, allow: 'view_close_outs' });

/**
 * The days of the last 14 on which an associate had movement, the newest first. `open_only`: without those that are closed and unchanged since.
 */
export const closeOutDays = get('close_out/read_days', {
  input: { open_only: optional(flag('open_only')), sales_officer_id: optional(id('Delivery associate')) },
  output: v.array(
    v.object({
      officer: named,
      hub: named,
      day: v.number(),
      cash_taken: v.string(),
      handed_in: v.string(),
      /** The reference of the present close. */
      ref: v.nullable(v.string()),
      closed_at: v.nullable(v.number()),
    }),
  ),
  allow: 'view_close_outs',
});
export type CloseOutDays = v.InferOutput<(typeof closeOutDays)['output']>;

const mark = (who: string) => optional(text(who, { max: MAX_SIGNATURE }));

/**
 * Closes a day. `expect_digest`: of the figures that both saw; others answer 409 `items_changed` with `current`. Each signature is drawn (`…_path`) or typed
 * (`…_name`); a typed one needs `hash_own`, the password (SHA-256 hex) of the account that takes the day. `product_ids` and `counts` belong together: what was counted of goods in hand.
 */
export const closeDay = command('close_out/close', {
  input: {
    ...of,
    expect_digest: sha256('expect_digest'),
    product_ids: optional(list(id('Product'))),
    counts: optional(list(quantity('Counted'))),
    officer_path: mark('Signature of the associate'),
    officer_name: mark('Name of the associate'),
    taker_path: mark('Your signature'),
    taker_name: mark('Your name'),
    hash_own: optional(sha256('Password')),
    note: optional(longText('Note', { max: 300 })),
  },
  output: v.object({ _id: v.string(), ref: v.string(), version: v.number() }),
  allow: 'close_day',
});

/** Opens a closed day again, with a reason. What was signed stays readable. */
export const reopenDay = command('close_out/reopen', {
  input: { _id: id(), note: longText('Reason', { max: 300, min: 3, missing: 'Reason field is required.' }) },
  output: v.object({ _id: v.string(), ref: v.string() }),
  allow: 'reopen_day',
});
