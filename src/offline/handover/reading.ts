/** Papers of the other tablet, read without a server: who signed what, and why it is refused. */
import { type Answer, type Offer, type ReadPaper, readAnswer, readOffered } from '#contract/handover/papers.ts';
import { type HandoverReason, takenText, whyNotNow, whyNotTaker } from '#domain/handover/rules.ts';
import { hashOf } from '#domain/handover/signing.ts';
import type { Who } from '#domain/permissions.ts';
import { isKnown, LIVE, type Op, type Past } from '../outbox/op.ts';
import type { DexieStore } from '../store/dexieStore.ts';
import type { DeviceKey } from './deviceKey.ts';

/** `reason`, or `said`: words of their own. */
export type Refused = { reason: HandoverReason; said?: string };

/** The offer that this person may take now, or why not. `now`: epoch seconds. */
export async function readOffer(
  paper: string,
  key: DeviceKey,
  who: Pick<Who, 'user_id' | 'role' | 'permissions' | 'seller_id'>,
  taken: readonly Op<'take'>[],
  now: number,
): Promise<ReadPaper<Offer> | Refused> {
  const read = await readOffered(paper, key.site);
  if (typeof read === 'string') return { reason: read };
  const { body, by } = read;
  const before = taken.find(({ payload }) => payload.about.transfer === body.transfer);
  if (before) {
    const at = Math.floor(before.saved_at / 1_000);
    return { reason: 'repeated', said: takenText({ by: before.user_name, at }) };
  }
  const why =
    whyNotNow({ given_at: body.given_at, until: by.until, now }) ?? whyNotTaker(who, key.associate, by.user, body);
  return why ? { reason: why } : read;
}

/** The answer to an offer of this tablet, or why it is none. */
export async function readBack(
  paper: string,
  offer: string,
  key: DeviceKey,
): Promise<{ offer: ReadPaper<Offer>; answer: ReadPaper<Answer> } | Refused> {
  const own = await readOffered(offer, key.site);
  if (typeof own === 'string') return { reason: own };
  const answer = await readAnswer(paper, key.site, own);
  if (typeof answer === 'string') return { reason: answer };
  if (answer.by.user === own.by.user) return { reason: 'own' };
  const why = whyNotNow({ given_at: own.body.given_at, until: own.by.until, now: answer.body.taken_at });
  return why ? { reason: why } : { offer: own, answer };
}

/** What stands in papers that this tablet checked before, without checking again. */
export function openPaper<T>(paper: string): { body: T; text: string; name: string } {
  const { text, certificate } = JSON.parse(paper) as { text: string; certificate: { text: string } };
  return { body: JSON.parse(text) as T, text, name: (JSON.parse(certificate.text) as { name: string }).name };
}

/** The papers of a handover as both tablets show and print them. */
export interface BothHalves {
  offer: Offer;
  giver: string;
  /** null: the answer was not read. `hash`: the SHA-256 of the taker's half, which both sides know. */
  taken: { answer: Answer; taker: string; hash: string } | null;
}

export async function bothHalves(offer: string, answer: string | undefined): Promise<BothHalves> {
  const given = openPaper<Offer>(offer);
  const taken = answer === undefined ? null : openPaper<Answer>(answer);
  return {
    offer: given.body,
    giver: given.name,
    taken: taken && { answer: taken.body, taker: taken.name, hash: await hashOf(taken.text) },
  };
}

/** A half that this tablet holds: it waits, was refused, or the server has it. */
export interface HeldHalf<T extends 'give' | 'take'> {
  op: Op<T>;
  isSent: boolean;
}

/** The newest first. Those of the last week (rule 35), of everybody on this tablet. */
export async function halvesHere<T extends 'give' | 'take'>(store: DexieStore, type: T): Promise<HeldHalf<T>[]> {
  const [ops, past] = await store.read(async (tx) => [await tx.ops(), await tx.pastSince(0)] as const);
  const isHalf = (op: Op): op is Op<T> => op.type === type && isKnown(op);
  const waiting = ops.flatMap((op) => (LIVE.has(op.state) && isHalf(op) ? [{ op, isSent: false }] : []));
  const sent = past.flatMap(({ op }: Past) => (op.state === 'done' && isHalf(op) ? [{ op, isSent: true }] : []));
  return [...sent, ...waiting].sort((a, b) => b.op.seq - a.op.seq);
}
