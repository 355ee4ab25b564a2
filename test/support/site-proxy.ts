import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** The network between a browser and the site, which a service worker cannot tell from a real one. */
export interface SiteProxy {
  readonly url: string
  /** Ends every connection, and each new one, until `restore`. */
  cut(): void
  restore(): void
  /** Changes the file at a path, as another build or other settings would. */
  change(path: string, edit: (text: string) => string): void
  close(): Promise<void>
}

const without = (headers: IncomingHttpHeaders, ...names: string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

/** Headers of a request whose answer has a body that can be edited: not compressed, and not left out because the browser has it. */
const editable = (headers: IncomingHttpHeaders): IncomingHttpHeaders => ({
  ...without(headers, 'if-none-match', 'if-modified-since'),
  'accept-encoding': 'identity',
})

/** Starts a proxy on loopback. */
export async function startSiteProxy(target: string): Promise<SiteProxy> {
  const { hostname, port } = new URL(target)
  let isCut = false
  const edits = new Map<string, (text: string) => string>()
  const server = createServer((request, response) => {
    if (isCut) return void request.socket.destroy()
    const headers = edits.has(request.url!) ? editable(request.headers) : request.headers
    const onward = forward(
      { hostname, port, path: request.url, method: request.method, headers },
      (answer) => void reply(request, answer, response),
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function reply(request: IncomingMessage, answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = answer.statusCode ?? 502
    const edit = edits.get(request.url!)
    if (!edit) {
      answer.pipe(response.writeHead(status, answer.headers))
      return
    }
    const text = edit(Buffer.concat(await answer.toArray()).toString('utf8'))
    response.writeHead(status, without(answer.headers, 'content-length', 'etag')).end(text)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    restore: () => void (isCut = false),
    change: (path, edit) => void edits.set(path, edit),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
