import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One request as the fake server received it. */
export interface ReceivedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  /** `bytes` as text. */
  readonly body: string
}

export interface FakeResponse {
  readonly status?: number
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
}

/** A response with a JSON body, as providers send it. */
export const json = ({ status, body }: { status: number; body: object }): FakeResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>

/**
 * An HTTP server on a free port of this computer, in place of a provider. It answers each request as `respond` says; with undefined the
 * connection breaks.
 */
export async function startFakeServer(
  respond: (request: ReceivedRequest) => FakeResponse | undefined | Promise<FakeResponse | undefined>,
) {
  const server = createServer((request, response) => {
    void (async () => {
      const bytes = await buffer(request)
      const { method = '', url: path = '', headers } = request
      const answer = await respond({ method, path, headers, bytes, body: String(bytes) })
      if (answer) response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
      else request.socket.destroy()
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends open connections too. */
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
