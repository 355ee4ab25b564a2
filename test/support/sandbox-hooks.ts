import type { Webhooks } from '#server/domains/webhooks/index.ts'
import { startFakeServer } from './fake-server.ts'

/** The service's address for callbacks. `received`: the status that each one was answered with. */
export async function openHooks(webhooks: Webhooks) {
  const received: number[] = []
  const server = await startFakeServer(async ({ path, headers: sent, bytes }) => {
    const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]))
    const answer = await webhooks.receive(path.split('/').at(-1)!, {
      url: path,
      headers,
      address: '127.0.0.1',
      body: bytes,
    })
    received.push(answer?.status ?? 404)
    return { status: answer?.status ?? 404, body: answer?.body }
  })
  return { received, ...server }
}
