import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitPipelining } from './pipelining.ts'

let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serve(answer: (asked: number) => Promise<void>) {
  let asked = 0
  server = createServer(
    limitPipelining((_request, response) => {
      asked += 1
      void answer(asked).then(() => response.end('x'))
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return { socket, asked: () => asked }
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('a connection that asks on without an answer is ended, and little was begun for it', async () => {
  const { socket, asked } = await serve(() => new Promise(() => undefined))
  const closed = once(socket, 'close')
  socket.on('error', () => undefined)
  socket.write(REQUEST.repeat(500))
  await closed
  expect(asked()).toBeLessThanOrEqual(8)
})

test('one that waits for each answer asks as often as it likes', async () => {
  const { socket, asked } = await serve(() => Promise.resolve())
  for (let turn = 0; turn < 50; turn += 1) {
    socket.write(REQUEST)
    await once(socket, 'data')
  }
  expect(asked()).toBe(50)
  expect(socket.destroyed).toBe(false)
  socket.destroy()
})
