import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, type Metric, Registry } from 'prom-client'
import type { Gauge as OperatorGauge } from '#server/kit/gauge.ts'
import type { ResponseCache } from '../response-cache.ts'
import { isForwarded, isLocalHost, isLoopback, type Trust } from '../trusted-origin.ts'

/** Each sample wakes the process, even when idle. */
const LOOP_SAMPLE_MS = 100
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Their names end like a counter's, which promtool rejects. `nodejs_active_*` has their parts by type. */
const MISNAMED_GAUGES = ['handles', 'requests', 'resources']

const STATUS_CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'] as const

export interface MeasuredResponse {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

export interface Metrics {
  /** By route pattern, never by URL, to bound the number of series. */
  observe(answer: MeasuredResponse): void
  text(): Promise<string>
  readonly contentType: string
}

export interface MetricsDeps {
  readonly cache?: ResponseCache
  readonly gauges?: readonly OperatorGauge[] | undefined
}

export function createMetrics({ cache, gauges = [] }: MetricsDeps): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'harbour_', eventLoopMonitoringPrecision: LOOP_SAMPLE_MS })
  for (const name of MISNAMED_GAUGES) registry.removeSingleMetric(`harbour_nodejs_active_${name}_total`)
  const durations = createDurationHistogram({
    name: 'harbour_http_seconds',
    help: 'Response time by route pattern and status class.',
    labelNames: ['method', 'route', 'status'],
    bounds: SECONDS,
  })
  if (cache) for (const metric of cacheMetrics(cache)) registry.registerMetric(metric)
  for (const gauge of gauges) registry.registerMetric(gaugeMetric(gauge))
  return {
    observe: ({ method, route, status, seconds }) =>
      durations.observe([method, route, STATUS_CLASSES[Math.floor(status / 100)] ?? 'other'], seconds),
    text: async () => `${await registry.metrics()}\n${durations.text()}`,
    contentType: registry.contentType,
  }
}

function cacheMetrics(cache: ResponseCache): Metric[] {
  const requests = new Counter({
    name: 'harbour_cache_requests_total',
    help: 'Shared responses requested from the cache, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [],
    collect() {
      const { hits, misses } = cache.stats()
      this.reset()
      this.inc({ outcome: 'hit' }, hits)
      this.inc({ outcome: 'miss' }, misses)
    },
  })
  const size = new Gauge({
    name: 'harbour_cache_bytes',
    help: 'Bytes of shared responses in memory.',
    registers: [],
    collect() {
      this.set(cache.stats().bytes)
    },
  })
  return [requests, size]
}

const gaugeMetric = ({ name, help, labels = [], read }: OperatorGauge): Metric =>
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [],
    async collect() {
      const found = await read()
      this.reset()
      // Without a label it would be 0.
      if (found.length === 0 && labels.length === 0) this.remove()
      for (const { value, labels: values = {} } of found) this.set(values, value)
    },
  })

export interface MetricsGuard {
  readonly token: string | undefined
  readonly trust: Trust
}

/** For this machine, and for requests with METRICS_TOKEN; 404 for others. */
export function bindMetrics(app: FastifyInstance, metrics: Metrics, { token, trust }: MetricsGuard): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token, trust)) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

function mayRead(request: FastifyRequest, token: string | undefined, trust: Trust): boolean {
  if (token !== undefined && equalsInConstantTime(request.headers.authorization ?? '', `Bearer ${token}`)) return true
  // Behind an unconfigured local proxy every client appears local, but has forwarding headers.
  const { headers, raw } = request
  const isTrustedPeer = !isForwarded(headers) || trust(raw.socket.remoteAddress)
  return isLoopback(request.ip) && isLocalHost(headers.host) && isTrustedPeer
}

function equalsInConstantTime(actual: string, expected: string): boolean {
  const [one, other] = [actual, expected].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

interface DurationHistogram {
  observe(labels: readonly string[], seconds: number): void
  text(): string
}

interface DurationHistogramOptions {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly bounds: readonly number[]
}

interface Series {
  readonly labels: string
  /** By bound; the last is above all bounds. */
  readonly counts: number[]
  sum: number
}

interface Node {
  readonly children: Map<string, Node>
  series?: Series
}

function addChild({ children }: Node, label: string): Node {
  const child = { children: new Map<string, Node>() }
  children.set(label, child)
  return child
}

/**
 * Replaces prom-client's histogram, which copies and hashes the labels of each observation: a seventh of the cost of a segment behind
 * nginx (docs/decisions/068).
 */
export function createDurationHistogram({
  name,
  help,
  labelNames,
  bounds,
}: DurationHistogramOptions): DurationHistogram {
  const all: Series[] = []
  /** A level for each label: nothing is joined to find a series. */
  const root: Node = { children: new Map() }
  return { observe, text }

  function observe(labels: readonly string[], seconds: number): void {
    let node = root
    for (const label of labels) node = node.children.get(label) ?? addChild(node, label)
    const series = (node.series ??= addSeries(labels))
    let at = 0
    while (at < bounds.length && seconds > bounds[at]!) at++
    series.counts[at]! += 1
    series.sum += seconds
  }

  function addSeries(labels: readonly string[]): Series {
    const series = { labels: labelsOf(labels), counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 }
    all.push(series)
    return series
  }

  function labelsOf(values: readonly string[]): string {
    return labelNames.map((label, at) => `${label}="${escapeLabel(values[at] ?? '')}"`).join(',')
  }

  function text(): string {
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
    for (const { labels, counts, sum } of all) {
      let count = 0
      for (const [at, found] of counts.entries()) {
        count += found
        lines.push(`${name}_bucket{le="${bounds[at] ?? '+Inf'}",${labels}} ${count}`)
      }
      lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}

const escapeLabel = (value: string): string =>
  value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
