import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections } from './server.ts'

let server: Server
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

async function listen(trusted: (address: string | undefined) => boolean): Promise<number> {
  server = limitConnections(
    createServer((_request, response) => response.end('served')),
    { trust: trusted, max: 3 },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** An idle connection from a loopback address. */
async function open(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** The answer to a request over a new connection. */
const request = (port: number, localAddress: string) =>
  new Promise<string>((resolve) => {
    get({ port, host: '127.0.0.1', localAddress, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', resolve)
    }).on('error', () => resolve('refused'))
  })

test('an address with the maximum of open connections is refused another one; other addresses are served', async () => {
  const port = await listen(() => false)
  const [first] = [await open(port, '127.0.0.2'), await open(port, '127.0.0.2'), await open(port, '127.0.0.2')]
  expect(await request(port, '127.0.0.2')).toBe('refused')
  expect(await request(port, '127.0.0.3')).toBe('served')
  first.destroy()
  await expect.poll(() => request(port, '127.0.0.2')).toBe('served')
})

test('a trusted proxy has no limit', async () => {
  const port = await listen((address) => address === '127.0.0.2')
  for (let n = 0; n < 5; n++) await open(port, '127.0.0.2')
  expect(await request(port, '127.0.0.2')).toBe('served')
})

test('requests of a connection that was reset before it was accepted are not answered', async () => {
  const port = await listen(() => false)
  // Node no longer knows the address of such a connection.
  server.prependListener('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: undefined }),
  )
  expect(await request(port, '127.0.0.2')).toBe('refused')
})
