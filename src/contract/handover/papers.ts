/**
 * The signed texts that two tablets show each other as QR codes, and that the server reads from both. They come from strangers, so each is verified before its
 * contents are used.
 */
import * as v from 'valibot';
import { type HandoverReason, MAX_OFFERED_LINES } from '#domain/handover/rules.ts';
import { hashOf, isSignedBy, type SigningKey, signText } from '#domain/handover/signing.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { parseMoney } from '#domain/money.ts';
import { digestText, PARTY_TYPES } from '#domain/transfer.ts';

/** The longest paper in letters: a transfer with the most lines and long notes. */
export const PAPER_LETTERS = 200_000;
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const units = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_QUANTITY));
const clientUuid = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,128}$/));

/** The server's word that a key belongs to a person on a device. `site`: the public key of the server's site. */
const certificate = v.object({
  what: v.literal('key'),
  site: id,
  key: id,
  user: id,
  name: v.pipe(v.string(), v.maxLength(200)),
  device: v.pipe(v.string(), v.maxLength(200)),
  until: seconds,
});
export type Certificate = v.InferOutput<typeof certificate>;

const signed = v.object({
  text: v.pipe(v.string(), v.maxLength(PAPER_LETTERS)),
  mark: v.pipe(v.string(), v.maxLength(200)),
});
export type SignedText = v.InferOutput<typeof signed>;
const paper = v.object({ ...signed.entries, certificate: signed });

const party = v.picklist(PARTY_TYPES);
/** A line as its giver confirmed it; amounts are naira text, quantities units. */
const line = v.object({
  product_id: id,
  name: v.pipe(v.string(), v.maxLength(200)),
  case_count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  quantity: units,
  quantity_accepted: v.nullable(units),
  amount: v.pipe(v.string(), v.maxLength(40)),
  rate: v.optional(v.pipe(v.string(), v.maxLength(40))),
  reason: v.nullable(v.pipe(v.string(), v.maxLength(40))),
  note: v.pipe(v.string(), v.maxLength(2_000)),
  /** The lots that the giver named (domain/lots.ts). Absent: none, or an earlier release signed it. */
  lots: v.optional(v.pipe(v.string(), v.maxLength(4_000))),
  client_id: v.nullable(clientUuid),
});

/**
 * The giver's half: a transfer as it was confirmed. `transfer`: its client id; `begun`: it began on the giver's tablet, so whichever half arrives first may
 * create it. `digest`: covers the confirmed lines (B3.21).
 */
const offer = v.object({
  what: v.literal('offer'),
  transfer: clientUuid,
  begun: v.boolean(),
  timestamp: seconds,
  source_type: party,
  source: id,
  source_name: v.pipe(v.string(), v.maxLength(200)),
  destination_type: party,
  destination: id,
  destination_name: v.pipe(v.string(), v.maxLength(200)),
  meta: v.pipe(v.string(), v.maxLength(4_000)),
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  lines: v.pipe(v.array(line), v.minLength(1), v.maxLength(MAX_OFFERED_LINES)),
  given_at: seconds,
});
export type Offer = v.InferOutput<typeof offer>;

/** A line whose count differs from the offer, units. */
const count = v.object({
  product_id: id,
  quantity: units,
  note: v.pipe(v.string(), v.maxLength(300)),
  /** The lots of these units, as they were counted one by one (domain/lots.ts). Absent: the goods were counted together, or an earlier release signed it. */
  lots: v.optional(v.pipe(v.string(), v.maxLength(4_000))),
});
export type TakenCount = v.InferOutput<typeof count>;

/** The taker's half. `offer`: SHA-256 hex of the text that was taken; `counts`: the lines that differ, none: everything was there. */
const answer = v.object({
  what: v.literal('answer'),
  transfer: clientUuid,
  offer: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  counts: v.pipe(v.array(count), v.maxLength(MAX_OFFERED_LINES)),
  taken_at: seconds,
});
export type Answer = v.InferOutput<typeof answer>;

/** A paper that its signatures hold. `text`: what was signed. */
export interface ReadPaper<T> {
  body: T;
  text: string;
  by: Certificate;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Signs a certificate, by the site. */
export async function certify(key: SigningKey, fields: Omit<Certificate, 'what'>): Promise<SignedText> {
  const text = JSON.stringify({ what: 'key', ...fields } satisfies Certificate);
  return { text, mark: await signText(key, text) };
}

/** The certificate that this site signed; null: it did not. */
export async function readCertificate({ text, mark }: SignedText, site: string): Promise<Certificate | null> {
  const read = v.safeParse(certificate, parsed(text));
  if (!read.success || read.output.site !== site) return null;
  return (await isSignedBy(site, text, mark)) ? read.output : null;
}

/** Verifies a paper with the public key of this site. `changed` also for a valid signature over contents that no release of ours writes. */
async function readPaper<T>(
  sent: string,
  schema: v.GenericSchema<unknown, T>,
  site: string,
): Promise<ReadPaper<T> | HandoverReason> {
  const read = sent.length > PAPER_LETTERS ? null : v.safeParse(paper, parsed(sent));
  if (!read?.success) return 'unreadable';
  const { text, mark } = read.output;
  const by = await readCertificate(read.output.certificate, site);
  if (!by) return 'foreign';
  if (!(await isSignedBy(by.key, text, mark))) return 'changed';
  const body = v.safeParse(schema, parsed(text));
  return body.success ? { body: body.output, text, by } : 'changed';
}

/** An offer, whose digest is the one of its lines. */
export async function readOffered(sent: string, site: string): Promise<ReadPaper<Offer> | HandoverReason> {
  const read = await readPaper(sent, offer, site);
  if (typeof read === 'string') return read;
  const lines = read.body.lines.map((one) => ({ ...one, amount: parseMoney(one.amount) ?? -1 }));
  return (await hashOf(digestText(lines))) === read.body.digest ? read : 'changed';
}

/** The answer to an offer. */
export async function readAnswer(
  sent: string,
  site: string,
  to: Pick<ReadPaper<Offer>, 'body' | 'text'>,
): Promise<ReadPaper<Answer> | HandoverReason> {
  const read = await readPaper(sent, answer, site);
  if (typeof read === 'string') return read;
  const { transfer, offer: hash } = read.body;
  return transfer === to.body.transfer && hash === (await hashOf(to.text)) ? read : 'other_offer';
}
