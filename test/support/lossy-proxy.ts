import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** `hanging`: nothing is forwarded and nothing closed, as by a lost network, until it is found again. `refusing`: no connection is accepted. */
export type ProxyState = 'open' | 'hanging' | 'refusing'

export type LossyProxy = Awaited<ReturnType<typeof openLossyProxy>>

/** A TCP proxy on a port of this computer to a server that it can lose. */
export async function openLossyProxy(target: NetConnectOpts) {
  const sockets = new Set<Socket>()
  let state: ProxyState = 'open'
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from
        .on('data', (bytes) => {
          if (!to.write(bytes)) from.pause()
        })
        .on('drain', () => state === 'hanging' || to.resume())
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      if (state === 'hanging') from.pause()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, turn, close }

  async function turn(next: ProxyState): Promise<void> {
    state = next
    for (const socket of sockets) {
      if (next === 'hanging') socket.pause()
      else if (next === 'open') socket.resume()
      else socket.destroy()
    }
    if (next === 'refusing') await new Promise((closed) => server.close(closed))
    else if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
  }

  function close(): void {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}
