import type { Server, IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { createHolds, networkShares } from '#server/kit/fairness.ts'
import type { Trust } from '../trusted-origin.ts'

/**
 * Of an address (its /56 twice, its /48 four times). Room for an office behind one address; no client uses up the file descriptors. Ours.
 */
export const CONNECTIONS_MAX = 2_000

/**
 * Closes connections beyond the limit. A trusted proxy has none. A connection without an address was reset before it was accepted:
 * its requests are not answered, so every request has an address.
 */
export function limitConnections(
  server: Server,
  { trust, max = CONNECTIONS_MAX }: { trust: Trust; max?: number },
): Server {
  const open = createHolds()
  return server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return void socket.destroy()
    if (trust(remoteAddress)) return
    const networks = networkShares(remoteAddress)
    if (open.heldBy(networks) >= max) return void socket.destroy()
    socket.once('close', open.take(networks))
  })
}

/** Browsers and proxies send one request at a time. */
const OUTSTANDING_MAX = 8

/** Closes connections that pipeline requests without reading responses: each waiting response holds a file and a buffer. */
export function limitPipelining(listener: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, { outstanding: number }>()
  return (request, response) => {
    const { socket } = request
    const connection = connections.get(socket) ?? { outstanding: 0 }
    connections.set(socket, connection)
    connection.outstanding += 1
    response.once('close', () => {
      connection.outstanding -= 1
    })
    if (connection.outstanding > OUTSTANDING_MAX) socket.destroy()
    else listener(request, response)
  }
}

/** Of two Host headers Node takes the first one, a proxy may take the other (RFC 9112 3.2). */
export function refuseSecondHost(
  listener: RequestListener,
  refuse: (request: IncomingMessage) => void,
): RequestListener {
  return (request, response) => {
    if (hasSecondHost(request)) refuse(request)
    else listener(request, response)
  }
}

function hasSecondHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host' && ++hosts > 1) return true
  }
  return false
}
