import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitPipelining } from './server.ts'

let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serve(answer: (count: number) => Promise<void>) {
  let count = 0
  server = createServer(
    limitPipelining((_request, response) => {
      count += 1
      void answer(count).then(() => response.end('x'))
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return { socket, started: () => count }
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('closes a connection that pipelines too many requests, having started only a few', async () => {
  const { socket, started } = await serve(() => new Promise(() => undefined))
  const closed = once(socket, 'close')
  socket.on('error', () => undefined)
  socket.write(REQUEST.repeat(500))
  await closed
  expect(started()).toBeLessThanOrEqual(8)
})

test('does not limit a connection that waits for each response', async () => {
  const { socket, started } = await serve(() => Promise.resolve())
  for (let n = 0; n < 50; n += 1) {
    socket.write(REQUEST)
    await once(socket, 'data')
  }
  expect(started()).toBe(50)
  expect(socket.destroyed).toBe(false)
  socket.destroy()
})
