import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressPrefixes } from '#server/kit/addresses.ts'
import type { Trust } from '../trusted-origin.ts'

/**
 * Maximum open connections of an address (its /56 twice, its /48 four times). A browser opens six to a server, so this leaves room for
 * a school or an office behind one address, and no client can use up the process's file descriptors. Ours.
 */
export const CONNECTIONS_MAX = 2_000

/**
 * Closes connections beyond the limit of their address at once. A trusted proxy has no limit: it has its own. A connection without an
 * address was reset by its client before it was accepted: its requests are not answered, so every request has an address.
 */
export function limitConnections(
  server: Server,
  { trust, max = CONNECTIONS_MAX }: { trust: Trust; max?: number },
): Server {
  const open = new Map<string, number>()
  return server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return void socket.destroy()
    if (trust(remoteAddress)) return
    const networks = addressPrefixes(remoteAddress)
    const isFull = networks.some((network, level) => (open.get(network) ?? 0) >= max * 2 ** level)
    if (isFull) return void socket.destroy()
    for (const network of networks) open.set(network, (open.get(network) ?? 0) + 1)
    socket.once('close', () => {
      for (const network of networks) {
        const left = (open.get(network) ?? 1) - 1
        if (left > 0) open.set(network, left)
        else open.delete(network)
      }
    })
  })
}
