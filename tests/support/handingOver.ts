/** Two tablets that hand goods over, as the calls of their queues: keys, signed papers, and the giver's changes one by one. */
import { sha256Hex } from '#client/session/sha256.ts';
import type { Answer, Offer, SignedText, TakenCount } from '#contract/handover/papers.ts';
import { createFields, executeFields, lineFields } from '#contract/purchasing/changeFields.ts';
import { hashOf, type KeyPair, newPair, publicText, signText } from '#domain/handover/signing.ts';
import { lotsDigestText } from '#domain/lots.ts';
import { parseMoney } from '#domain/money.ts';
import { digestText, headerText, type PartyType } from '#domain/transfer.ts';
import { type Data, NOW, newKey, type TestServer } from './server.ts';

export interface Signer {
  user_id: string;
  token: string;
  device: string;
  keys: KeyPair;
  certificate: SignedText;
  site: string;
}

export async function signer(
  server: TestServer,
  person: { user_id: string; token: string },
  device = `device-${newKey()}`,
): Promise<Signer> {
  const keys = await newPair(false);
  const ask = { token: person.token, key: newKey(), headers: { 'X-Device-Id': device } };
  const answer = await server.call(
    'POST',
    'handover/register_key',
    { public_key: await publicText(keys.publicKey) },
    ask,
  );
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.message}`);
  return {
    ...person,
    device,
    keys,
    certificate: answer.data.certificate as SignedText,
    site: answer.data.site as string,
  };
}

/** `lines`: product, units, amount in naira. */
export function offerOf(
  parties: readonly [PartyType, string, PartyType, string],
  lines: readonly (readonly [string, number, string])[],
  more: Partial<Offer> = {},
): Offer {
  const offerLines = lines.map(([product_id, quantity, amount]): Offer['lines'][number] => ({
    ...{ product_id, name: product_id, case_count: 12, quantity, quantity_accepted: quantity, amount },
    ...{ reason: null, note: '', client_id: newKey() },
  }));
  const digest = sha256Hex(digestText(offerLines.map((line) => ({ ...line, amount: parseMoney(line.amount) ?? 0 }))));
  const [source_type, source, destination_type, destination] = parties;
  return {
    ...{ what: 'offer', transfer: newKey(), begun: true, timestamp: NOW, source_type, source, source_name: 'Hub' },
    ...{ destination_type, destination, destination_name: 'Rep', meta: '{}', digest, lines: offerLines, given_at: NOW },
    ...more,
  };
}

/** A signed paper in the form that a tablet shows and sends. */
export async function paperOf({ keys, certificate }: Signer, body: Offer | Answer): Promise<string> {
  const text = JSON.stringify(body);
  return JSON.stringify({ text, mark: await signText(keys.privateKey, text), certificate });
}

export async function answerTo(
  by: Signer,
  body: Offer,
  counts: TakenCount[] = [],
  more: Partial<Answer> = {},
): Promise<string> {
  const offer = await hashOf(JSON.stringify(body));
  return paperOf(by, { what: 'answer', transfer: body.transfer, offer, counts, taken_at: NOW + 60, ...more });
}

/** The calls of both halves. Each has its key from the start, so that a call can be repeated. */
export async function handing(server: TestServer, giver: Signer, taker: Signer, body: Offer) {
  const [offer, answer] = [await paperOf(giver, body), await answerTo(taker, body)];
  const keys = new Map<string, string>();
  const send = (by: Signer, path: string, fields: Record<string, unknown>, name: string) => {
    const key = keys.get(name) ?? newKey();
    keys.set(name, key);
    return server.call('POST', path, fields, {
      token: by.token,
      key,
      headers: { 'X-Device-Id': by.device, 'X-App-Version': '1.0.0' },
    });
  };
  let order = '';
  const steps = {
    create: async () => {
      const answer = await send(giver, 'purchase_order/create', createFields(body, `local-${body.transfer}`), 'create');
      if (answer.code === 200) order = String(answer.data);
      return answer;
    },
    lines: () => {
      const rows = body.lines.map((line) =>
        lineFields(line, { id: null, client_id: line.client_id ?? '', base_version: null }),
      );
      const names = Object.keys(rows[0] ?? {});
      const column = (name: string) => rows.map((row) => row[name as keyof typeof row] ?? '');
      const op_key = body.lines.map(({ client_id }) => client_id ?? '');
      const fields = {
        purchase_order_id: order,
        op_key,
        ...Object.fromEntries(names.map((name) => [name, column(name)])),
      };
      return send(giver, 'purchase_order_item/upsert_bulk', fields, 'lines');
    },
    execute: () =>
      send(
        giver,
        'purchase_order/execute',
        executeFields(order, {
          ...{ expect_digest: body.digest, expect_header: sha256Hex(headerText(body)) },
          expect_lots: sha256Hex(lotsDigestText(body.lines)),
        }),
        'execute',
      ),
    give: () => send(giver, 'handover/give', { _id: order, offer }, 'give'),
    take: () => send(taker, 'handover/take', { offer, answer }, 'take'),
  };
  const read = async (): Promise<Data> =>
    (await server.call('GET', 'handover/read', { transfer: body.transfer }, { token: giver.token })).data;
  return { offer, answer, steps, read, order: () => order };
}
