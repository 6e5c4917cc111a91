import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { TracingConfig } from '../config/config.ts';
import type { OnQuery } from '../database/connection/pool.ts';
import { loggedPath } from '../http/log.ts';

/** A stopping server waits this long for the collector. */
const STOP_TIMEOUT_MS = 2_000;

const spanKey = Symbol('span');
type TracedRequest = FastifyRequest & { [spanKey]?: Span };

/** Traces requests and statements as OpenTelemetry spans, which are sent to a collector in batches. */
export interface Tracing {
  /** Creates a span for each request, as a child of the request's `traceparent`, and adds the trace id to the log. */
  readonly requestHooks: FastifyPluginAsync;
  /** Creates a span for each statement of a request. */
  readonly onQuery: OnQuery;
  /** Sends the remaining spans; gives up after two seconds. */
  stop(): Promise<void>;
}

/**
 * Starts tracing. Spans contain routes, paths, status codes and the text of statements, but no query strings, bodies, headers,
 * addresses or values of statements (docs/decisions/0079-metrics-and-traces.md). When the collector is unavailable, spans are
 * lost, and the server works as usual.
 */
export function startTracing({ endpoint, headers, serviceName }: TracingConfig): Tracing {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, headers }))],
  });
  const tracer = provider.getTracer('litrooms');
  const propagator = new W3CTraceContextPropagator();
  const currentSpan = new AsyncLocalStorage<Span>();

  const requestHooks: FastifyPluginAsync = async (app) => {
    app.addHook('onRequest', (request: TracedRequest, reply, done) => {
      const { method, url: address, headers: sent, id } = request;
      const route = request.routeOptions.url;
      const parent = propagator.extract(ROOT_CONTEXT, sent, defaultTextMapGetter);
      const span = tracer.startSpan(
        route === undefined ? method : `${method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': method,
            'url.path': loggedPath(address),
            'litrooms.request_id': id,
            ...(route !== undefined && { 'http.route': route }),
          },
        },
        parent,
      );
      request[spanKey] = span;
      request.log = reply.log = request.log.child({ trace_id: span.spanContext().traceId });
      currentSpan.run(span, done);
    });
    // The body is received in the async context of the connection, so the span is set again after it.
    app.addHook('preValidation', (request: TracedRequest, _reply, done) => {
      const span = request[spanKey];
      if (span) currentSpan.run(span, done);
      else done();
    });
    app.addHook('onResponse', (request: TracedRequest, reply, done) => {
      const span = request[spanKey];
      span?.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      done();
    });
  };

  return {
    requestHooks: plugin(requestHooks),
    onQuery(event) {
      const parent = currentSpan.getStore();
      if (!parent) return;
      const end = Date.now();
      const span = tracer.startSpan(
        event.query.sql.trimStart().split(/\s/, 1)[0] ?? '',
        {
          kind: SpanKind.CLIENT,
          startTime: end - event.queryDurationMillis,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': event.query.sql },
        },
        trace.setSpan(ROOT_CONTEXT, parent),
      );
      if (event.level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    async stop() {
      const timer = new AbortController();
      const timeout = delay(STOP_TIMEOUT_MS, undefined, { signal: timer.signal }).catch(() => undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
      timer.abort();
    },
  };
}
