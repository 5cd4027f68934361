/** Creates and signs papers on this tablet: the offer of a confirmed transfer, and the answer to an offer. */
import type { Answer, Offer, ReadPaper, TakenCount } from '#contract/handover/papers.ts';
import { clientUuid } from '#contract/purchasing/changeFields.ts';
import { MAX_OFFERED_LINES } from '#domain/handover/rules.ts';
import { hashOf, signText } from '#domain/handover/signing.ts';
import { formatMoney, koboOf } from '#domain/money.ts';
import { digestText } from '#domain/transfer.ts';
import { isLocal, type Op, type TakePayload } from '../outbox/op.ts';
import type { TransferView } from '../outbox/overlay.ts';
import type { DeviceKey } from './deviceKey.ts';

/** Signs the text and adds the certificate with which other tablets verify it. */
async function paperOf({ keys, certificate }: DeviceKey, body: Offer | Answer): Promise<string> {
  const text = JSON.stringify(body);
  return JSON.stringify({ text, mark: await signText(keys.privateKey, text), certificate });
}

/**
 * Creates the offer of a transfer as it was confirmed. `ops`: its changes on this tablet; `now`: epoch seconds. null: the transfer has no lines, or more lines
 * than a handover allows.
 */
export async function writeOffer(
  key: DeviceKey,
  view: Pick<TransferView, 'transfer' | 'header' | 'lines'>,
  ops: readonly Op[],
  now: number,
): Promise<string | null> {
  const { transfer, header, lines } = view;
  if (!header || lines.length === 0 || lines.length > MAX_OFFERED_LINES) return null;
  const clientIds = new Map(
    ops.flatMap((op): [string, string][] =>
      op.type === 'upsert' && op.item ? [[(op as Op<'upsert'>).payload.product_id, op.item.client_id]] : [],
    ),
  );
  const { timestamp, source_type, source, source_name, destination_type, destination, destination_name, meta } = header;
  return paperOf(key, {
    what: 'offer',
    transfer: clientUuid(transfer),
    begun: isLocal(transfer),
    ...{ timestamp, source_type, source, source_name, destination_type, destination, destination_name, meta },
    digest: await hashOf(digestText(lines)),
    lines: lines.map((line) => ({
      product_id: line.product_id,
      name: line.name,
      case_count: line.case_count,
      quantity: line.quantity,
      quantity_accepted: line.quantity_accepted,
      amount: formatMoney(line.amount),
      ...(line.rate === null ? {} : { rate: formatMoney(line.rate) }),
      reason: line.reason,
      note: line.note,
      ...(line.lots ? { lots: line.lots } : {}),
      client_id: clientIds.get(line.product_id) || null,
    })),
    given_at: now,
  });
}

/** Creates the answer to an offer, and the payload that the queue stores with it. `paper`: the offer, as it was read. */
export async function writeAnswer(
  key: DeviceKey,
  to: ReadPaper<Offer>,
  paper: string,
  counts: TakenCount[],
  now: number,
): Promise<TakePayload> {
  const { body, text, by } = to;
  const answer = await paperOf(key, {
    what: 'answer',
    transfer: body.transfer,
    offer: await hashOf(text),
    counts,
    taken_at: now,
  });
  const { timestamp, source_type, source, source_name, destination_type, destination, destination_name } = body;
  return {
    offer: paper,
    answer,
    about: {
      transfer: body.transfer,
      giver_name: by.name,
      differences: counts.length,
      goods: {
        header: { timestamp, source_type, source, source_name, destination_type, destination, destination_name },
        lines: body.lines.map(({ product_id, name, case_count, quantity, quantity_accepted, amount, lots }) => ({
          ...{ product_id, name, case_count, quantity, quantity_accepted, amount: koboOf(amount) },
          ...(lots ? { lots } : {}),
        })),
      },
    },
  };
}
