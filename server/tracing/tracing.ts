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
import type { TracingConfig } from '../config.ts';
import type { OnQuery } from '../database/pool.ts';
import { loggedPath } from '../log.ts';

/** How long a stopping server waits for the collector, in milliseconds. */
const STOP_MS = 2_000;

const spanOf = Symbol('span');
type TracedRequest = FastifyRequest & { [spanOf]?: Span };

/** Requests and statements as OpenTelemetry spans, sent to a collector in batches. */
export interface Tracing {
  /** Makes a span of each request, a child of the one that its `traceparent` names, and puts its trace into the log. */
  readonly requests: FastifyPluginAsync;
  /** Makes a span of each statement of a request. */
  readonly onQuery: OnQuery;
  /** Sends what is left, for two seconds at most. */
  stop(): Promise<void>;
}

/**
 * Starts tracing. Spans have routes, paths, status codes and the text of statements; never query strings, bodies, headers,
 * addresses or the values of statements (docs/decisions/0080-traces-when-asked-for.md). A collector that is away costs
 * spans and nothing else.
 */
export function startTracing({ endpoint, headers, serviceName }: TracingConfig): Tracing {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, headers }))],
  });
  const tracer = provider.getTracer('litrooms');
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Span>();

  const requests: FastifyPluginAsync = async (app) => {
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
      request[spanOf] = span;
      request.log = reply.log = request.log.child({ trace_id: span.spanContext().traceId });
      current.run(span, done);
    });
    // A body arrives in the context of its connection.
    app.addHook('preValidation', (request: TracedRequest, _reply, done) => {
      const span = request[spanOf];
      if (span) current.run(span, done);
      else done();
    });
    app.addHook('onResponse', (request: TracedRequest, reply, done) => {
      const span = request[spanOf];
      span?.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      done();
    });
  };

  return {
    requests: plugin(requests),
    onQuery(event) {
      const parent = current.getStore();
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
      const waiting = new AbortController();
      const tooLate = delay(STOP_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), tooLate]);
      waiting.abort();
    },
  };
}
