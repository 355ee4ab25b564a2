import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Webhooks } from '#server/domains/webhooks/index.ts'

/** The service's address for callbacks. `received`: the status that each one was answered with. */
export async function openHooks(webhooks: Webhooks) {
  const received: number[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const url = request.url ?? ''
      const answer = await webhooks.receive(url.split('/').at(-1)!, { url, headers, body: Buffer.concat(chunks) })
      received.push(answer?.status ?? 404)
      response.writeHead(answer?.status ?? 404).end(answer?.body)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
