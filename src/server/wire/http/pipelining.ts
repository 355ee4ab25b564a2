import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum outstanding responses of a connection. Browsers and proxies send one request at a time. */
const OUTSTANDING_MAX = 8

/**
 * Closes connections that pipeline requests (HTTP/1.1) without reading responses. Each waiting response holds a file
 * and a buffer, so a few hundred bytes of requests could hold a gigabyte.
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
