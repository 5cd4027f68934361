/**
 * Calls to a plain server (one that knows only the documents' calls): one of our calls becomes one or more of theirs, with their fields, and the answer gets
 * the shape of the contract. A call without a counterpart is refused here and not sent. Not in the first load.
 */
import { allQuery, queryClient, type SavedAnswer } from '../reads/queries.ts';
import { type SendOptions, sendOnce } from '../transport.ts';
import type { Ask, Input } from './ask.ts';
import { complete } from './complete.ts';
import { derived } from './derived.ts';
import { fieldsOf } from './documents.ts';
import { notOffered } from './notOffered.ts';
import { pageOf } from './pages.ts';
import { reconciliation } from './reports/reconciliation.ts';
import { retention } from './reports/retention.ts';
import { modelOf, outputOf } from './schemas.ts';
import { SPECIALS } from './specials.ts';
import { writeRecord } from './writes.ts';

/** The generic writes of a model. */
const WRITES = /^(create|signup|update|set_status|delete|restore|(create|update|delete)_bulk)$/;

export async function plainCall(
  method: 'GET' | 'POST',
  path: string,
  input: Input,
  ways: SendOptions,
): Promise<unknown> {
  const ask: Ask = async (by, to, all) => {
    const fields = fieldsOf(to);
    if (!fields) throw notOffered();
    const sent = Object.fromEntries(fields.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
    // The form in which the documents write an address: `brand/read/?_id=...`.
    const address = by === 'GET' && Object.keys(sent).length > 0 ? `${to}/` : to;
    return sendOnce(by, address, sent, ways);
  };
  if (path.startsWith('buyer/order_retention_')) return shaped(path, await retention(path, input), input);
  // Its rows have the shape of the contract already; which of both shapes depends on the head.
  if (path === 'ledger_log/reconciliation_report') return reconciliation(input);
  const special = SPECIALS[path];
  if (special) return shaped(path, await special(ask, input), input);
  const [name = '', call = ''] = path.split('/');
  if (modelOf(name) && WRITES.test(call)) return writeRecord(ask, name, call, input);
  if (call === 'read_all' && input.page !== undefined) return (await plainPage(path, input)).data;
  return shaped(path, await ask(method, path, input), input);
}

/** Converts the answer to the shape of the contract, and cuts out a page if one was requested. */
function shaped(path: string, answer: unknown, input: Input): unknown {
  const [name = ''] = path.split('/');
  const own = path.endsWith('/read_by_ref') && Array.isArray(answer) ? (answer[0] as unknown) : answer;
  const filled = derived(name, own);
  const schema = outputOf(path);
  const value = input.page !== undefined && Array.isArray(filled) ? pageOf(filled, input) : filled;
  return schema ? complete(schema, value) : value;
}

/** One page of a list, cut from the whole list. The whole list is one cached query, so a further page needs no call. */
export async function plainPage(path: string, input: Input): Promise<SavedAnswer<unknown>> {
  const model = modelOf(path.split('/')[0] ?? '');
  if (!model) throw notOffered();
  const whole = await queryClient.fetchQuery(allQuery(model));
  return { ...whole, data: pageOf(whole.data, input, model) };
}
