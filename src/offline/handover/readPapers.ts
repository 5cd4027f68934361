/** Verifies papers (signed texts) of the other tablet without a server: who signed what, and why a paper is refused. */
import { type Answer, type Offer, type ReadPaper, readAnswer, readOffered } from '#contract/handover/papers.ts';
import { type HandoverReason, takenText, whyNotNow, whyNotTaker } from '#domain/handover/rules.ts';
import { hashOf } from '#domain/handover/signing.ts';
import type { Who } from '#domain/permissions.ts';
import { type FinishedOp, isKnown, LIVE, type Op } from '../outbox/op.ts';
import type { DexieStore } from '../store/dexieStore.ts';
import type { DeviceKey } from './deviceKey.ts';

/** `reason`: a code of the rules, or `message`: a text for the person. */
export type Refused = { reason: HandoverReason; message?: string };

/** Verifies an offer that this person may take now. Returns the reason otherwise. `now`: epoch seconds. */
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
    return { reason: 'repeated', message: takenText({ by: before.user_name, at }) };
  }
  const why =
    whyNotNow({ given_at: body.given_at, until: by.until, now }) ?? whyNotTaker(who, key.associate, by.user, body);
  return why ? { reason: why } : read;
}

/** Verifies the answer to an offer of this tablet. Returns the reason why it is not one otherwise. */
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

/** Returns the contents of a paper that this tablet verified before, without verifying it again. */
export function openPaper<T>(paper: string): { body: T; text: string; name: string } {
  const { text, certificate } = JSON.parse(paper) as { text: string; certificate: { text: string } };
  return { body: JSON.parse(text) as T, text, name: (JSON.parse(certificate.text) as { name: string }).name };
}

/** The papers of a handover, as both tablets show and print them. */
export interface BothHalves {
  offer: Offer;
  giver: string;
  /** null: the answer was not read. `hash`: the SHA-256 of the taker's half, which both sides have. */
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

/** A half that this tablet stores: it waits, was refused, or the server has it. */
export interface StoredHalf<T extends 'give' | 'take'> {
  op: Op<T>;
  isSent: boolean;
}

/** Returns the stored halves of all persons on this tablet, the newest first. Sent ones are kept for a week (rule 35). */
export async function storedHalves<T extends 'give' | 'take'>(store: DexieStore, type: T): Promise<StoredHalf<T>[]> {
  const [ops, past] = await store.read(async (tx) => [await tx.ops(), await tx.pastSince(0)] as const);
  const isHalf = (op: Op): op is Op<T> => op.type === type && isKnown(op);
  const waiting = ops.flatMap((op) => (LIVE.has(op.state) && isHalf(op) ? [{ op, isSent: false }] : []));
  const sent = past.flatMap(({ op }: FinishedOp) => (op.state === 'done' && isHalf(op) ? [{ op, isSent: true }] : []));
  return [...sent, ...waiting].sort((a, b) => b.op.seq - a.op.seq);
}
