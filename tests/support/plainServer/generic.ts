/** The generic calls per model (the documents: "Generic per-model calls"). */
import { MODELS, type PlainModel } from './models.ts';
import { listOf, type Place, Refused, textOf } from './place.ts';

type Sent = ReadonlyMap<string, readonly string[]>;

/** The answer of a generic call. Undefined: the documents have no such call. Throws Refused. */
export function genericAnswer(place: Place, method: string, model: string, call: string, sent: Sent): unknown {
  const known = MODELS[model];
  if (!known) return undefined;
  if (method === 'GET') {
    if (call === 'read_all') return only(sent, []) && place.rowsOf(model);
    if (call === 'read') return only(sent, ['_id']) && [place.one(model, textOf(sent, '_id'))];
    return undefined;
  }
  const by = /^read_by_(\w+)$/.exec(call)?.[1];
  if (by) return readBy(place, model, known, by, sent);
  const bulk = /^(create|update|delete)_bulk$/.exec(call)?.[1];
  if (bulk) return inBulk(place, model, known, bulk, sent);
  if (call === 'create' || call === 'signup') {
    only(sent, [...known.needed, ...known.may]);
    return create(place, model, known, sent);
  }
  if (call === 'update') {
    only(sent, ['_id', ...known.needed, ...known.may]);
    return update(place, model, known, sent);
  }
  if (call === 'set_status') {
    only(sent, ['_id', 'status']);
    return Object.assign(place.one(model, textOf(sent, '_id')), { status: textOf(sent, 'status') });
  }
  if (call === 'delete') {
    only(sent, ['_id']);
    place.remove(model, textOf(sent, '_id'));
    return {};
  }
  return undefined;
}

/** Refuses a field that the call does not have. */
export function only(sent: Sent, fields: readonly string[]): true {
  for (const name of sent.keys())
    if (!fields.includes(name) && !fields.includes(`${name}*`)) throw new Refused(400, `Unknown field ${name}`);
  return true;
}

function readBy(place: Place, model: string, known: PlainModel, by: string, sent: Sent): unknown {
  const field = by === 'status' || by === 'tag' || by === 'ref' ? by : `${by}_id`;
  if (field.endsWith('_id') && !known.readBy?.includes(field)) return undefined;
  only(sent, [field]);
  const wanted = textOf(sent, field);
  return place
    .rowsOf(model)
    .filter((row) => row[field] === wanted || (row[by] as { _id?: string } | undefined)?._id === wanted);
}

function fieldsOf(place: Place, known: PlainModel, sent: Sent): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of [...known.needed, ...known.may]) {
    const value = sent.get(name)?.[0];
    if (value === undefined) continue;
    if ((known.money?.includes(name) || known.whole?.includes(name)) && Number.isNaN(Number(value)))
      throw new Refused(400, `${name} is not a number`);
    fields[name] = known.money?.includes(name) || known.whole?.includes(name) ? Number(value) : value;
    const join = known.joins?.[name];
    if (join) {
      const [as, model, ...more] = join;
      const other = place.one(model, value);
      fields[as] = Object.fromEntries(['_id', 'name', ...more].map((field) => [field, other[field]]));
    }
  }
  return fields;
}

function create(place: Place, model: string, known: PlainModel, sent: Sent): unknown {
  for (const name of known.needed) if (textOf(sent, name) === '') throw new Refused(400, `${name} is required`);
  const fields = fieldsOf(place, known, sent);
  const row = place.add(model, { ...(known.may.includes('status') ? { status: 'active' } : {}), ...fields });
  if (model === 'purchase_order') {
    if (row.ref === '*') row.ref = `PO-${place.rowsOf(model).length}`;
    row.tag ??= 'purchase_order';
    for (const end of ['source', 'destination'] as const)
      row[`${end}_obj`] = named(place, String(row[`${end}_type`]), String(row[end]));
  }
  if (model === 'warehouse') row.parent = named(place, String(row.parent_type), String(row.parent));
  return known.answers === 'object' ? { _id: row._id } : row._id;
}

const named = (place: Place, model: string, id: string) => {
  const { _id, name } = place.one(model, id);
  return { _id, name };
};

/** The documents' forms send all fields, so a missing field is emptied, as such a server would do. */
function update(place: Place, model: string, known: PlainModel, sent: Sent): unknown {
  const row = place.one(model, textOf(sent, '_id'));
  for (const name of known.needed) if (textOf(sent, name) === '') throw new Refused(400, `${name} is required`);
  Object.assign(row, fieldsOf(place, known, sent));
  if (model === 'warehouse') row.parent = named(place, String(row.parent_type), String(sent.get('parent')?.[0] ?? ''));
  return row;
}

/** The counts of accepted and refused rows. No row says which one it was. */
function inBulk(place: Place, model: string, known: PlainModel, call: string, sent: Sent): unknown {
  only(sent, ['_id[]', ...[...known.needed, ...known.may].flatMap((name) => [name, `${name}[]`])]);
  const lists = [...sent].filter(([name]) => name.endsWith('[]'));
  const count = Math.max(0, ...lists.map(([, values]) => values.length));
  let succeeded = 0;
  for (let n = 0; n < count; n += 1) {
    const of = new Map(
      [...sent].map(([name, values]) => [
        name.replace('[]', ''),
        [(name.endsWith('[]') ? values[n] : values[0]) ?? ''],
      ]),
    );
    try {
      if (call === 'create') create(place, model, known, of);
      else if (call === 'delete') place.remove(model, textOf(of, '_id'));
      else Object.assign(place.one(model, textOf(of, '_id')), fieldsOf(place, known, of));
      succeeded += 1;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return { succeeded, failed: listOf(sent, lists[0]?.[0].replace('[]', '') ?? '').length - succeeded };
}
