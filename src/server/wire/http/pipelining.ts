import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum outstanding responses of a connection. Browsers and proxies send one request at a time. */
const OUTSTANDING_MAX = 8

/**
 * Closes connections that pipeline requests (HTTP/1.1) without reading responses. Each waiting response holds a file
 * and a buffer, so a few hundred bytes of requests could hold a gigabyte.
 */
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
