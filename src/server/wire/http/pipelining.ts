import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Answers that one connection may have outstanding. Browsers and proxies send one request after the other. */
const OUTSTANDING_MAX = 8

/**
 * Ends connections that ask on and on without reading an answer (HTTP/1.1 pipelining): each answer that waits for its turn would
 * hold a file and a buffer, and a few hundred bytes of requests would hold a gigabyte.
 */
export function limitPipelining(listener: RequestListener): RequestListener {
  const outstanding = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (outstanding.get(socket) ?? 0) + 1
    outstanding.set(socket, count)
    response.once('close', () => outstanding.set(socket, (outstanding.get(socket) ?? 1) - 1))
    if (count > OUTSTANDING_MAX) socket.destroy()
    else listener(request, response)
  }
}
