import { createHash, randomBytes } from 'node:crypto'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { systemClock } from '#server/kit/clock.ts'
import type { Span, SpanStart, Tracer } from '#server/kit/request-context.ts'

export interface OtlpOptions {
  /** To which `/v1/traces` is added. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** Of the requests, from 0 to 1. Every process decides the same for one request. */
  readonly ratio: number
  readonly role: string
  readonly version: string
  readonly nodeId: string
}

export interface OtlpTracer extends Tracer {
  /** Sends what is left. */
  close(): Promise<void>
}

const hash = (text: string, length: number): string => createHash('sha256').update(text).digest('hex').slice(0, length)

/** A trusted proxy's trace id, or the hash of another request id. */
export const traceIdOf = (requestId: string): string =>
  /^(?!0{32})[\da-f]{32}$/.test(requestId) ? requestId : hash(requestId, 32)

/** Known in advance, so that a job in another process names it. */
export const requestSpanIdOf = (requestId: string): string => hash(`request ${requestId}`, 16)

/** Traces by OTLP over HTTP. Loaded only where an endpoint is configured (docs/decisions/127). */
export function openOtlpTracer({ endpoint, headers, ratio, role, version, nodeId }: OtlpOptions): OtlpTracer {
  const chosen: { requestId?: string } = {}
  const idGenerator: IdGenerator = {
    generateTraceId: () => traceIdOf(chosen.requestId ?? randomBytes(16).toString('hex')),
    generateSpanId: () =>
      chosen.requestId === undefined ? randomBytes(8).toString('hex') : requestSpanIdOf(chosen.requestId),
  }
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers: { ...headers } })
  const provider = new BasicTracerProvider({
    idGenerator,
    // By the trace id alone: a proxy's choice would be a client's, and each process has to choose the same.
    sampler: new TraceIdRatioBasedSampler(ratio),
    resource: resourceFromAttributes({
      'service.name': 'harbour',
      'service.version': version,
      'service.instance.id': `${nodeId} ${process.pid}`,
      'harbour.role': role,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('harbour')
  return { startRequest, start, close: () => provider.shutdown() }

  function startRequest(name: string, { requestId, parentId, attributes = {}, elapsedMs = 0 }: SpanStart): Span {
    chosen.requestId = requestId
    try {
      const context = parentId === undefined ? ROOT_CONTEXT : contextOf(requestId, parentId)
      const settings = { kind: SpanKind.SERVER, attributes, startTime: systemClock.nowMs() - elapsedMs }
      return spanOf(tracer.startSpan(name, settings, context))
    } finally {
      delete chosen.requestId
    }
  }

  function start(name: string, { requestId, parentId, attributes = {}, elapsedMs = 0 }: SpanStart): Span {
    const settings = { kind: SpanKind.INTERNAL, attributes, startTime: systemClock.nowMs() - elapsedMs }
    return spanOf(tracer.startSpan(name, settings, contextOf(requestId, parentId ?? requestSpanIdOf(requestId))))
  }
}

const contextOf = (requestId: string, spanId: string): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceIdOf(requestId),
    spanId,
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  })

const spanOf = (span: ReturnType<ReturnType<BasicTracerProvider['getTracer']>['startSpan']>): Span => ({
  spanId: span.spanContext().spanId,
  end({ attributes, error } = {}) {
    if (attributes) span.setAttributes(attributes)
    // Its message may hold what a person has typed.
    if (error !== undefined)
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
    span.end()
  },
})
