/**
 * Traces for OpenTelemetry: a span per call, a span for how long a line waited on the device, a span per SQL statement. They hold kinds and names of tables,
 * never a value, a person or an address. Loaded only where a collector is named.
 */
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { tablesReadBy, tablesWrittenBy } from '../db/statements.ts';
import type { Log } from '../log.ts';
import type { TraceConfig } from '../watchConfig.ts';
import type { RemoteTrace } from './remoteTrace.ts';
import { kindOf } from './statementKind.ts';
import type { CallListener, CallStart, StatementEnd, WorkListener } from './watch.ts';

/** A collector has so long to take spans. A stop waits for it once, and a stop has ten seconds (SYNC rule 37). */
const SEND_MS = 2_000;

export interface Traces {
  readonly listener: WorkListener;
  /** Sends the remaining spans and ends. */
  close(): Promise<void>;
}

/** Makes ids. `next` is the id of the next trace, which then has no span above it; null: a random one. */
function chosenIds(): IdGenerator & { next: string | null } {
  const random = new RandomIdGenerator();
  return {
    next: null,
    generateTraceId() {
      const chosen = this.next ?? random.generateTraceId();
      this.next = null;
      return chosen;
    },
    generateSpanId: () => random.generateSpanId(),
  };
}

/** Logs once when the collector rejects spans, and once when it accepts them again. */
function loggedExporter(url: string, log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_MS });
  let works = true;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const taken = result.error === undefined;
        if (taken !== works)
          log({
            ...(taken ? {} : { level: 'error' }),
            event: taken ? 'traces_sent_again' : 'traces_not_sent',
            text: result.error?.message,
          });
        works = taken;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

export function makeTraces({ url, share, service }: TraceConfig, version: string, log: Log): Traces {
  const ids = chosenIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter: loggedExporter(url, log) })],
  });
  const tracer = provider.getTracer('kasuwa');

  const startCall = (start: CallStart, remote: RemoteTrace | null): Span => {
    const options = {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': start.method, 'kasuwa.request_id': start.requestId },
    };
    if (remote?.spanId) {
      const { traceId, spanId, sampled } = remote;
      const above = trace.setSpanContext(ROOT_CONTEXT, {
        traceId,
        spanId,
        traceFlags: sampled ? 1 : 0,
        isRemote: true,
      });
      return tracer.startSpan(start.method, options, above);
    }
    ids.next = remote?.traceId ?? null;
    return tracer.startSpan(start.method, { ...options, root: true }, ROOT_CONTEXT);
  };
  const begin = (start: CallStart, remote: RemoteTrace | null): CallListener => {
    const span = startCall(start, remote);
    const inside = trace.setSpan(ROOT_CONTEXT, span);
    const waited = waitedSeconds(start.headers);
    const arrived = Date.now();
    if (waited !== null)
      tracer.startSpan('wait on the device', { startTime: arrived - waited * 1_000 }, inside).end(arrived);
    return {
      traceId: span.spanContext().traceId,
      statement: (end) => noteStatement(end, inside),
      end({ call, code }) {
        span.updateName(`${start.method} ${call ?? 'none'}`);
        if (call) span.setAttribute('http.route', `/api/${call}`);
        span.setAttribute('http.response.status_code', code);
        if (code >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  const noteStatement = ({ text, ms, failed }: StatementEnd, inside: Context) => {
    const kind = kindOf(text);
    const [table] = [...tablesWrittenBy(text), ...tablesReadBy(text)];
    const ended = Date.now();
    const span = tracer.startSpan(
      table ? `${kind} ${table}` : kind,
      {
        kind: SpanKind.CLIENT,
        startTime: ended - ms,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': kind,
          ...(table && { 'db.collection.name': table }),
        },
      },
      inside,
    );
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(ended);
  };
  return { listener: { begin, statement: () => undefined }, close: () => provider.shutdown().catch(() => undefined) };
}

/** How long a line waited on its device, in seconds. Both times are of the device's clock, so a wrong clock does no harm. null: it did not wait. */
export function waitedSeconds(headers: CallStart['headers']): number | null {
  const [saved, sent] = [headers['x-saved-time'], headers['x-client-time']].map((text) =>
    text && /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN,
  );
  const waited = Number(sent) - Number(saved);
  return waited >= 0 ? waited : null;
}
