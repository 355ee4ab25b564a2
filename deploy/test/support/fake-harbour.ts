import { createServer } from 'node:http'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A node that says what it was asked, and which titles are narrowed. */
export async function startFakeHarbour() {
  const asked: Asked[] = []
  const narrowed = new Set<string>()
  let next: ((request: Asked) => { status: number; headers?: Record<string, string> } | undefined) | undefined
  const server = createServer((request, response) => {
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers }
    asked.push(one)
    request.resume()
    const title = /^\/edge\/titles\/([\w-]+)$/.exec(one.url)
    if (title) {
      const headers = { 'cache-control': 'max-age=1, stale-while-revalidate=1, stale-if-error=3' }
      response.writeHead(narrowed.has(title[1]!) ? 403 : 204, headers).end()
      return
    }
    const { status, headers } = next?.(one) ?? { status: 200 }
    response.writeHead(status, { 'x-node': 'harbour', ...headers }).end('harbour')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    asked,
    narrowed,
    answer: (how: typeof next) => void (next = how),
    /** Requests but those about titles. */
    others: () => asked.filter(({ url }) => !url.startsWith('/edge/') && url !== '/healthz'),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
