/**
 * Converts an answer of a plain server to the shape of the contract, so that no screen fails on a missing field or a wrong type. No value is invented: a
 * missing text or amount becomes '', which screens show as nothing.
 */
import type * as v from 'valibot';

/** The parts of a valibot schema that this module uses. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly items?: readonly Shape[];
  readonly wrapped?: Shape;
  readonly value?: Shape;
  readonly options?: readonly unknown[];
}

type Read = (shape: Shape, value: unknown) => unknown;

/** Converts the value to the shape of `schema`. Texts become numbers and numbers texts as the schema demands; additional fields stay. */
export function complete(schema: v.GenericSchema, value: unknown): unknown {
  return read(schema as Shape, value);
}

const read: Read = (shape, value) => {
  const reader = READERS[shape.type];
  return reader ? reader(shape, value) : value;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ofObject: Read = ({ entries = {} }, value) => {
  // A link that the server sent as the other record's id.
  const from = isObject(value) ? value : typeof value === 'string' && entries._id ? { _id: value } : {};
  return {
    ...from,
    ...Object.fromEntries(
      Object.entries(entries).flatMap(([name, shape]) => {
        const one = read(shape, from[name]);
        return one === undefined ? [] : [[name, one]];
      }),
    ),
  };
};

const ofRecord: Read = ({ value: shape }, value) => {
  if (!shape || !isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, read(shape, one)]));
};

const ofArray: Read = ({ item }, value) => {
  const rows = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return item ? rows.map((one: unknown) => read(item, one)) : rows;
};

const ofTuple: Read = ({ items = [] }, value) => {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((shape, n) => read(shape, given[n]));
};

const ofText: Read = (_shape, value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

const ofNumber: Read = (_shape, value) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (Array.isArray(value)) return value.length;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
};

/** A value of an enumeration. A missing one becomes the enumeration's own word for that, or its first one ("active"). */
const ofWord: Read = ({ options = [] }, value) => {
  if (value !== undefined && value !== null && value !== '') return value;
  return options.find((one) => one === 'N/A' || one === '') ?? options[0];
};

/** Chooses the first option that fits the kind of the value: a list, or an object with the same first list. */
const ofUnion: Read = ({ options = [] }, value) => {
  const shapes = options as readonly Shape[];
  const fits = (shape: Shape) =>
    Array.isArray(value)
      ? shape.type === 'array'
      : isObject(value) && shape.type === 'object' && Object.keys(shape.entries ?? {}).every((name) => name in value);
  const isEither = (shape: Shape) => (Array.isArray(value) ? shape.type === 'array' : shape.type === 'object');
  const shape = shapes.find(fits) ?? shapes.find(isEither) ?? shapes[0];
  return shape ? read(shape, value) : value;
};

const nothing = (value: unknown) => value === undefined || value === null;

const READERS: Readonly<Record<string, Read>> = {
  object: ofObject,
  loose_object: ofObject,
  record: ofRecord,
  array: ofArray,
  tuple: ofTuple,
  string: ofText,
  number: ofNumber,
  boolean: (_shape, value) => value === true || value === 'true' || value === 1 || value === '1',
  picklist: ofWord,
  union: ofUnion,
  nullable: ({ wrapped }, value) => (nothing(value) || value === '' || !wrapped ? null : read(wrapped, value)),
  optional: ({ wrapped }, value) => (nothing(value) || !wrapped ? undefined : read(wrapped, value)),
};
