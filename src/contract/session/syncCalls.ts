/** Queries of a queue about its keys (API.md 4.20, SYNC rule 34), and the history of a record. */
import * as v from 'valibot';
import { bulkAnswer, command, get, listFields, query } from '../call.ts';
import { fileText, flag, id, list, optional, text } from '../fields.ts';

const verdict = v.object({
  key: v.string(),
  known: v.boolean(),
  code: v.optional(v.number()),
  message: v.string(),
  data: v.unknown(),
});

export const syncStatus = query('sync/status', {
  input: { keys: list(id('keys')) },
  output: v.object({ results: v.array(verdict) }),
  allow: 'any',
});

export const syncCancel = command('sync/cancel', {
  input: { key: id('key') },
  output: v.object({
    key: v.string(),
    state: v.picklist(['cancelled', 'done']),
    code: v.optional(v.number()),
    message: v.string(),
    data: v.unknown(),
  }),
  allow: 'any',
});

/**
 * Imports an exported queue that its tablet cannot send. Without `commit` nothing is stored; the response says what would happen. The ops keep their
 * original keys, so an op that was applied before is replayed and never takes effect twice. The changes are recorded as the administrator's.
 */
export const syncImport = command('sync/import', {
  input: { file: fileText(), commit: optional(flag('commit')) },
  output: v.object({
    ...bulkAnswer.entries,
    /** Products and parties that the ops name, by id (proposed). */
    named: v.record(v.string(), v.object({ name: v.string(), case_count: v.nullable(v.number()) })),
    /** Server ids of the transfers in the file that were started on a tablet and exist here (proposed). */
    orders: v.record(v.string(), v.string()),
  }),
  // Only administrators have this permission.
  allow: 'view_audit_log',
});

/** Reads a full or partial copy of several models in one response, for a tablet that prepares to work offline. */
export const syncBootstrap = get('sync/bootstrap', {
  input: { since: listFields.since, models: optional(list(text('models'))) },
  output: v.object({
    as_of: v.number(),
    store_epoch: v.string(),
    models: v.record(
      v.string(),
      v.object({
        rows: v.array(v.unknown()),
        deleted: v.array(v.string()),
        more: v.boolean(),
        next: v.nullable(v.string()),
      }),
    ),
  }),
  allow: 'any',
});

export type ImportAnswer = v.InferOutput<typeof syncImport.output>;

const auditRow = v.object({
  _id: v.string(),
  created: v.number(),
  user_id: v.nullable(v.string()),
  user_name: v.nullable(v.string()),
  role: v.nullable(v.string()),
  action: v.string(),
  model: v.string(),
  record_id: v.string(),
  record_label: v.nullable(v.string()),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  request_id: v.nullable(v.string()),
  idempotency_key: v.nullable(v.string()),
  device_id: v.nullable(v.string()),
  address: v.nullable(v.string()),
  /** Epoch seconds of the device's own clock. */
  client_time: v.nullable(v.number()),
  /** The name of the API token by which a program did it; null: a person. */
  token_name: v.nullable(v.string()),
});
export type AuditRow = v.InferOutput<typeof auditRow>;

const auditRows = v.object({ rows: v.array(auditRow), total: v.number() });

/** Reads the history of a record, newest first (B12.2). Without `page` it returns all entries, up to the limit of an unpaged list. */
export const auditByRecord = query('audit_log/read_by_record', {
  input: { model: text('model'), record_id: id('record_id'), page: listFields.page, per_page: listFields.per_page },
  output: v.union([v.array(auditRow), auditRows]),
  allow: 'view_audit_log',
});

export const auditAll = get('audit_log/read_all', {
  input: {
    page: text('page', { max: 12 }),
    per_page: listFields.per_page,
    model: optional(text('model')),
    user_id: optional(text('user_id', { max: 200 })),
    action: optional(text('action')),
    from_timestamp: optional(text('from_timestamp', { max: 20 })),
    to_timestamp: optional(text('to_timestamp', { max: 20 })),
  },
  output: auditRows,
  allow: 'view_audit_log',
});
