import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { inJob, inRequestSpan, inSpan, noteSpan, traceWith } from '#server/kit/request-context.ts'
import { openOtlpTracer, requestSpanIdOf, traceIdOf } from './otlp-tracer.ts'

const REQUEST = '4bf92f3577b34da6a3ce929d0e0e4736'

interface Sent {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number; message?: string }
  attributes: { key: string; value: object }[]
}

/** A collector, and tracers of two processes that send to it. */
async function openCollector(ratio = 1) {
  const received: { url?: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    received.push({ url: request.url, headers: request.headers, body: await text(request) })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const headers = { authorization: 'Bearer secret' }
  const open = (role: string) => openOtlpTracer({ endpoint, headers, ratio, role, version: '1.0.0', nodeId: 'a' })
  const spans = (): Sent[] =>
    received.flatMap(({ body }) =>
      JSON.parse(body).resourceSpans.flatMap((one: { scopeSpans: { spans: Sent[] }[] }) =>
        one.scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  return { open, received, spans }
}

afterEach(() => traceWith(undefined))

test('a trace has the request, its parts, its statements, and the job that another process does for it', async () => {
  const { open, received, spans } = await openCollector()
  const web = open('web')
  traceWith(web)
  const request = web.startRequest('POST /api_v2/order', { requestId: REQUEST })
  await inRequestSpan(REQUEST, request, () =>
    inSpan('title and rights', async () => noteSpan('postgresql', 3, { 'db.query.text': 'select $1' })),
  )
  request.end({ attributes: { 'http.response.status_code': 200 } })
  await web.close()
  const worker = open('worker')
  traceWith(worker)
  await inJob(REQUEST, 'send message', () => Promise.reject(new TypeError('+85291234567'))).catch(() => undefined)
  await worker.close()
  const byName = Object.fromEntries(spans().map((span) => [span.name, span]))
  const [root, part] = [byName['POST /api_v2/order']!, byName['title and rights']!]
  expect(new Set(spans().map(({ traceId }) => traceId))).toEqual(new Set([REQUEST]))
  expect([root.spanId, root.parentSpanId]).toEqual([requestSpanIdOf(REQUEST), undefined])
  expect(part.parentSpanId).toBe(root.spanId)
  expect(byName.postgresql!.parentSpanId).toBe(part.spanId)
  expect(byName['send message']!.parentSpanId).toBe(root.spanId)
  // Without what the error says, which may be personal.
  expect(byName['send message']!.status).toEqual({ code: 2, message: 'TypeError' })
  expect(received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/v1/traces', 'Bearer secret'],
    ['/v1/traces', 'Bearer secret'],
  ])
})

test('the span of a trusted proxy is around the request’s', async () => {
  const { open, spans } = await openCollector()
  const web = open('web')
  web.startRequest('GET /', { requestId: REQUEST, parentId: '00f067aa0ba902b7' }).end()
  await web.close()
  expect(spans()).toMatchObject([{ traceId: REQUEST, parentSpanId: '00f067aa0ba902b7' }])
})

test('every process decides the same for one request', async () => {
  const { open, spans } = await openCollector(0.5)
  const [web, worker] = [open('web'), open('worker')]
  const ids = Array.from({ length: 40 }, (_, n) => `request-${n}`)
  for (const requestId of ids) {
    web.startRequest('GET /', { requestId }).end()
    worker.start('job', { requestId }).end()
  }
  await Promise.all([web.close(), worker.close()])
  const tracesOf = (name: string) => new Set(spans().flatMap((one) => (one.name === name ? [one.traceId] : [])))
  expect(tracesOf('job')).toEqual(tracesOf('GET /'))
  expect(tracesOf('GET /').size).toBeGreaterThan(5)
  expect(tracesOf('GET /').size).toBeLessThan(35)
  expect([...tracesOf('GET /')].every((id) => ids.some((one) => traceIdOf(one) === id))).toBe(true)
})

test('without a tracer work is done as it is', async () => {
  expect(await inJob(REQUEST, 'x', async () => 3)).toBe(3)
})
