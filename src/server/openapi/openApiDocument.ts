/** Makes the OpenAPI 3.1 document of all calls from the contract, which the server's own checks use too. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { type Call, MAX_ROWS } from '#contract/call.ts';
import { ERRORS } from '#contract/envelope.ts';
import type { Gate } from '#contract/gate.ts';
import { models } from '#contract/index.ts';
import { rowSchema } from '#contract/model.ts';
import { scopeOf } from '#contract/scopes.ts';
import { type FormField, formFields } from './fieldSchemas.ts';
import type { JsonSchema, OpenApi, Operation, Parameter } from './openApi.ts';

const DESCRIPTION = `Every call of the server. A request is a form (application/x-www-form-urlencoded, UTF-8); lists are sent as name[]. An answer is always
{"code", "message", "data"}, and its HTTP status is the code. Money is text in naira with two decimals, quantities are units, times are epoch seconds,
ids are text. A write with an Idempotency-Key may be sent again: it is done once.`;

/** Builds the document. Throws if the answer of a call has a schema that JSON schema cannot express, or if two calls would have one operation id. */
export function openApiDocument(calls: readonly Call[], version: string): OpenApi {
  const rows = rowSchemas();
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {};
  const ids = new Set<string>();
  for (const call of calls) {
    const path = `/${call.path}`;
    for (const method of call.also ? [call.method, call.also] : [call.method]) {
      const operation = operationOf(call, method, rows);
      if (ids.has(operation.operationId)) throw new Error(`Two operations are called ${operation.operationId}.`);
      ids.add(operation.operationId);
      paths[path] = { ...paths[path], [method === 'GET' ? 'get' : 'post']: operation };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kasuwa', version, description: DESCRIPTION },
    servers: [{ url: '/api' }],
    tags: [...new Set(calls.map(tagOf))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1))),
    components: {
      schemas: {
        ...Object.fromEntries([...rows].map(([schema, name]) => [name, JSON.parse(schema)])),
        Refusal: REFUSAL,
      },
      responses: {
        Refusal: {
          description: 'The request is refused. Nothing was changed.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: {
        'X-Request-Id': header('The id of this request in the log of the server.'),
        'X-Store-Epoch': header('A random id of the database. It changes when a backup is restored.'),
        'Idempotent-Replay': header('1 if this is the stored answer of an earlier request with the same key.'),
      },
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a session, from administrator/login_delegate.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'An API token of the profile, with its scopes.' },
      },
    },
  };
}

const header = (description: string) => ({ description, schema: { type: 'string' } });

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A UUID of the request. The same key with the same fields gives the stored answer, and nothing is done twice.',
  schema: { type: 'string', pattern: '^[\\w-]{8,128}$' },
};

/** The envelope of a refusal. More fields of `data` depend on the error. */
const REFUSAL: JsonSchema = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { enum: [...new Set(Object.values(ERRORS).map(([code]) => code))].sort((one, other) => one - other) },
    message: { type: 'string', description: 'A sentence for a person.' },
    data: {
      type: 'object',
      required: ['error'],
      properties: {
        error: { enum: Object.keys(ERRORS) },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'With the error validation: a sentence for each field that is wrong.',
        },
      },
    },
  },
};

/** The JSON schema of an answer; these schemas do not convert, so input and output are the same. */
function answerSchema(schema: Call['output']): JsonSchema {
  const { $schema: _dialect, ...made } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'throw',
    target: 'draft-2020-12',
  });
  return made;
}

/** The row of each model as text, with its name: `purchase_order` gives `PurchaseOrder`. */
function rowSchemas(): Map<string, string> {
  return new Map(models.map((model) => [JSON.stringify(answerSchema(rowSchema(model))), capitals(model.name)]));
}

const capitals = (name: string) => name.replace(/(^|_)(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase());

/** Replaces each row of a model by a reference to it. */
function withReferences(schema: unknown, rows: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withReferences(one, rows));
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = rows.get(JSON.stringify(schema));
  if (name) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withReferences(value, rows)]));
}

/** The group of a call: the first part of its path. */
const tagOf = (call: Call) => call.path.split('/')[0] ?? call.path;

function operationOf(call: Call, method: 'GET' | 'POST', rows: ReadonlyMap<string, string>): Operation {
  const inPath = new Set([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const fields = formFields(call.input, { partial: call.partial });
  const inForm = fields.filter(({ name }) => !inPath.has(name));
  const key = call.write ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
  return {
    operationId: `${call.path.replace(/[/{}.]+/g, '_').replace(/_$/, '')}${method === call.method ? '' : `_${method.toLowerCase()}`}`,
    tags: [tagOf(call)],
    summary: `${call.path} (${call.write ? 'writes' : 'reads'})`,
    description: descriptionOf(call),
    security: securityOf(call),
    parameters: [
      ...fields.filter(({ name }) => inPath.has(name)).map((field) => parameterOf(field, 'path')),
      ...(method === 'GET' ? inForm.map((field) => parameterOf(field, 'query')) : []),
      ...key,
    ],
    ...(method === 'POST' ? { requestBody: bodyOf(call, inForm) } : {}),
    responses: responsesOf(call, rows),
  };
}

const parameterOf = ({ name, schema, required }: FormField, where: 'query' | 'path'): Parameter => ({
  name,
  in: where,
  required: where === 'path' || required,
  schema,
  ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
});

/** The form of a call with POST. A call of rows takes the fields of each row as lists of equal length, at most {@link MAX_ROWS} long. */
function bodyOf(call: Call, fields: readonly FormField[]): Operation['requestBody'] {
  const rows = call.row ? [...formFields(call.row, { partial: call.partial, asRows: true }), OP_KEY] : [];
  const all = [...fields, ...rows];
  const required = all.filter((field) => field.required).map(({ name }) => name);
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(all.map((field) => [field.name, field.schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: Boolean(call.loose),
  };
  const form = { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } };
  if (!call.file) return { required: required.length > 0, content: form };
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file.' };
  const withFile = { ...schema, properties: { ...(schema.properties as object), file }, additionalProperties: true };
  return { required: true, content: { 'multipart/form-data': { schema: withFile } } };
}

const OP_KEY: FormField = {
  name: 'op_key[]',
  schema: { type: 'array', items: { type: 'string' }, description: 'An idempotency key for each row.' },
  required: false,
};

function responsesOf(call: Call, rows: ReadonlyMap<string, string>): Operation['responses'] {
  const data = withReferences(answerSchema(call.output), rows);
  const names = ['X-Request-Id', 'X-Store-Epoch', ...(call.write ? ['Idempotent-Replay'] : [])];
  return {
    '200': {
      description: 'The answer.',
      headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['code', 'message', 'data'],
            properties: { code: { const: 200 }, message: { type: 'string' }, data },
          },
        },
      },
    },
    '4XX': { $ref: '#/components/responses/Refusal' },
    '5XX': { $ref: '#/components/responses/Refusal' },
  };
}

/** A session, or an API token with the scope of the call. */
function securityOf(call: Call): NonNullable<Operation['security']> {
  if (call.allow === 'open') return [];
  const scope = scopeOf(call);
  return scope === null ? [{ session: [] }] : [{ session: [] }, { token: [scope] }];
}

function tokensMay(call: Call): string {
  if (call.allow === 'open') return '';
  const scope = scopeOf(call);
  return scope === null ? 'No API token may make it.' : `An API token needs the scope ${scope}.`;
}

function descriptionOf(call: Call): string {
  const parts = [
    whoMay(call.allow),
    tokensMay(call),
    call.write ? 'Writes once for each Idempotency-Key.' : 'Reads; it may be sent again at any time.',
    call.row ? `Takes at most ${MAX_ROWS} rows; each row has a verdict of its own in the answer.` : '',
    call.partial ? 'Fields that are not sent stay unchanged.' : '',
    call.loose ? 'Unknown filters are ignored.' : '',
    call.report ? 'A session may run a few reports at once; more are refused with 429.' : '',
  ];
  return parts.filter(Boolean).join(' ');
}

function whoMay(gate: Gate): string {
  if (gate === 'open') return 'Needs no session.';
  if (gate === 'any') return 'Needs a session of any role.';
  const names = typeof gate === 'string' ? [gate] : gate;
  const texts = names.map((name) => (name === 'hub_side' ? 'a role of a hub' : `the permission ${name}`));
  return `Needs ${texts.join(' or ')}.`;
}
