import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createAddressOf, createTrust, isLoopback } from './trusted-origin.ts'

test.each([
  [undefined, '127.0.0.1', false],
  ['', '10.0.0.1', false],
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['192.0.2.7, 10.0.0.0/8', '192.0.2.7', true],
  ['2001:db8::/32', '2001:db8::1', true],
  ['2001:db8::/32', '192.0.2.7', false],
  ['loopback', '::1', true],
  ['loopback', undefined, false],
  ['loopback', 'nonsense', false],
])('TRUST_PROXY %j decides whether the peer %j is trusted', (list, address, trusted) => {
  expect(createTrust(list)(address)).toBe(trusted)
})

test.each(['true', '10.0.0.0/33', '10.0.0/8', '1.2.3.4/x'])('TRUST_PROXY %j is refused by name', (list) => {
  expect(() => createTrust(list)).toThrow(list)
})

test.each([
  ['127.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['128.0.0.1', false],
  ['127.0.0.1.evil.test', false],
  [undefined, false],
])('%j is this machine: %s', (address, local) => {
  expect(isLoopback(address)).toBe(local)
})

test.each([
  [undefined, '192.0.2.1', '203.0.113.5', '192.0.2.1'],
  ['10.0.0.0/8', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['10.0.0.0/8', '10.0.0.1', '198.51.100.1, 203.0.113.5, 10.0.0.2', '203.0.113.5'],
  ['10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.0/8', '10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.0/8', '192.0.2.1', '203.0.113.5', '192.0.2.1'],
])('TRUST_PROXY %j, peer %s, forwarded for %j: the client is %s', async (list, peer, forwarded, client) => {
  const trust = createTrust(list)
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  expect(createAddressOf(trust)({ headers, raw: { socket: { remoteAddress: peer } } })).toBe(client)
  // The routes take it from Fastify: both must agree.
  const app = Fastify({ trustProxy: (address: string) => trust(address) })
  app.get('/', (request) => request.ip)
  expect((await app.inject({ url: '/', remoteAddress: peer, headers })).payload).toBe(client)
})
