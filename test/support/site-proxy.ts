import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WORKER_URL } from '#contract/service-worker.ts'

/** The network between a browser and the site, which a service worker cannot tell from a real one. */
export interface SiteProxy {
  readonly url: string
  /** Ends every connection, and each new one, until `restore`. */
  cut(): void
  restore(): void
  /** Changes the worker's script, as another build would. */
  changeWorker(change: (script: string) => string): void
  close(): Promise<void>
}

/** Starts a proxy on loopback. */
export async function startSiteProxy(target: string): Promise<SiteProxy> {
  const { hostname, port } = new URL(target)
  let isCut = false
  let change = (script: string) => script
  const server = createServer((request, response) => {
    if (isCut) return void request.socket.destroy()
    const onward = forward(
      { hostname, port, path: request.url, method: request.method, headers: request.headers },
      (answer) => void reply(request, answer, response),
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function reply(request: IncomingMessage, answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = answer.statusCode ?? 502
    if (request.url !== WORKER_URL) {
      answer.pipe(response.writeHead(status, answer.headers))
      return
    }
    const script = change(Buffer.concat(await answer.toArray()).toString('utf8'))
    const { 'content-length': _, ...headers } = answer.headers
    response.writeHead(status, headers).end(script)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    restore: () => void (isCut = false),
    changeWorker: (made) => void (change = made),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
