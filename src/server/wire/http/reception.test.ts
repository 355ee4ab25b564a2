import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { limitReception } from './reception.ts'

const LIMITS = { bodyMs: 100, standstillMs: 100 }
let server: Server
afterEach(() => server.close())

async function open() {
  const refuse = vi.fn<(request: { socket: Socket }) => void>(({ socket }) => socket.destroy())
  const listener = limitReception(
    (request, response) => request.resume().on('end', () => response.end()),
    refuse,
    LIMITS,
  )
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const another = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    // It is reset.
    socket.on('error', () => undefined)
    return socket
  }
  return { socket: await another(), refuse, another }
}

const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n`

test('a body that comes too slowly is refused, though it comes', async () => {
  const { socket, refuse } = await open()
  socket.write(head('POST', '/api_v2/x'))
  const timer = setInterval(() => socket.write('a'), 20)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  expect(refuse).toHaveBeenCalledOnce()
})

test('a part of an upload may take long, but not stand still', async () => {
  const { socket, refuse } = await open()
  socket.write(head('PATCH', '/api_admin/uploads/u1'))
  const beginMs = performance.now()
  let left = 20
  const timer = setInterval(() => {
    if (left-- > 0) socket.write('a')
    else clearInterval(timer)
  }, 20)
  await new Promise((resolve) => socket.once('close', resolve))
  expect(left).toBeLessThan(0)
  expect(performance.now() - beginMs).toBeGreaterThan(400)
  expect(refuse).not.toHaveBeenCalled()
})

test('a request that was received in time is not refused later', async () => {
  const { socket, refuse, another } = await open()
  socket.write(`${head('POST', '/x')}${'a'.repeat(100)}`)
  await once(socket, 'data')
  const slow = await another()
  slow.write(head('POST', '/x'))
  await new Promise((resolve) => slow.once('close', resolve))
  expect(refuse).toHaveBeenCalledOnce()
  expect(socket.closed).toBe(false)
  socket.destroy()
})
