import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { json, type Route, type SandboxRequest, type SandboxResponse } from './sandbox-provider.ts'

const BODY_BYTES_MAX = 256 * 1024

/** Serves routes; `afterwards` runs before each response is sent. */
export function createSandboxServer(routes: readonly Route[], afterwards: () => Promise<void>): Server {
  return createServer((request, response) => {
    void respond(request, response).catch(() => response.writeHead(500).end())
  })

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = message.url ?? '/'
    const { pathname, searchParams } = new URL(target, 'http://localhost')
    const request: SandboxRequest = {
      method: message.method ?? 'GET',
      target,
      path: pathname,
      query: searchParams,
      headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, [value].flat()[0]])),
      body: await bodyOf(message),
    }
    const answer = await answerOf(request)
    await afterwards()
    response.writeHead(answer.status, { 'cache-control': 'no-store', ...answer.headers }).end(answer.body)
  }

  async function answerOf(request: SandboxRequest): Promise<SandboxResponse> {
    for (const [method, path, handle] of routes) {
      const match = path.exec(request.path)
      if (match && method === request.method) return handle(request, ...match.slice(1).map(decodeURIComponent))
    }
    return json(404, { name: 'RESOURCE_NOT_FOUND', message: 'The sandbox has no such path.' })
  }
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) throw new RangeError('body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
