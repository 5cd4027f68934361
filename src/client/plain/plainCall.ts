/**
 * Calls to a server that knows the documents alone: our call becomes one or more of theirs, with their fields, and the answer gets the shape that the contract
 * promises. What the documents have no call for is refused here; nothing is sent. Not in the first load.
 */
import { CallError } from '../callError.ts';
import { allQuery, queryClient, type SavedAnswer } from '../reads/queries.ts';
import { askOnce, type Ways } from '../transport.ts';
import { complete } from './complete.ts';
import { derived } from './derived.ts';
import { fieldsOf } from './documents.ts';
import { pageOf } from './pages.ts';
import { modelOf, outputOf } from './schemas.ts';
import { SPECIALS } from './specials.ts';
import { writeRecord } from './writes.ts';

export type Input = Readonly<Record<string, unknown>>;
/** Asks a call of the documents, with those of `input` that are its fields. */
export type Ask = (method: 'GET' | 'POST', path: string, input: Input) => Promise<unknown>;

/** The generic writes of a model. */
const WRITES = /^(create|signup|update|set_status|delete|restore|(create|update|delete)_bulk)$/;

/** The refusal of what the documents have no call for. */
export const NOT_OFFERED = 'This server does not offer that.';

export async function plainCall(method: 'GET' | 'POST', path: string, input: Input, ways: Ways): Promise<unknown> {
  const ask: Ask = async (by, to, all) => {
    const fields = fieldsOf(to);
    if (!fields) throw new CallError(404, NOT_OFFERED, { error: 'no_such_call' });
    const sent = Object.fromEntries(fields.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
    // As the documents write it: `brand/read/?_id=...`.
    const address = by === 'GET' && Object.keys(sent).length > 0 ? `${to}/` : to;
    return askOnce(by, address, sent, ways);
  };
  const special = SPECIALS[path];
  if (special) return shaped(path, await special(ask, input), input);
  const [name = '', call = ''] = path.split('/');
  if (modelOf(name) && WRITES.test(call)) return writeRecord(ask, name, call, input);
  if (call === 'read_all' && input.page !== undefined) return (await plainPage(path, input)).data;
  return shaped(path, await ask(method, path, input), input);
}

/** The answer in the shape of the contract, cut into a page where one was asked for. */
function shaped(path: string, answer: unknown, input: Input): unknown {
  const [name = ''] = path.split('/');
  const own = path.endsWith('/read_by_ref') && Array.isArray(answer) ? (answer[0] as unknown) : answer;
  const filled = derived(name, own);
  const schema = outputOf(path);
  const value = input.page !== undefined && Array.isArray(filled) ? pageOf(filled, input) : filled;
  return schema ? complete(schema, value) : value;
}

/** One page of a list, out of the whole list, which is one saved read: a further page needs no call. */
export async function plainPage(path: string, input: Input): Promise<SavedAnswer<unknown>> {
  const model = modelOf(path.split('/')[0] ?? '');
  if (!model) throw new CallError(404, NOT_OFFERED, { error: 'no_such_call' });
  const whole = await queryClient.fetchQuery(allQuery(model));
  return { ...whole, data: pageOf(whole.data, input, model) };
}
