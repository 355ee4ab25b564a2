import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createShapingProxy, type ShapingProxy } from './shaping-proxy.ts'

const BYTES = 250_000
let server: Server
let proxy: ShapingProxy

beforeEach(async () => {
  server = createServer((_request, response) => response.end(Buffer.alloc(BYTES, 7))).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  await proxy.close()
  server.close()
  server.closeAllConnections()
})

const portOf = () => (server.address() as AddressInfo).port

async function fetched(): Promise<number> {
  const body = await (await fetch(`http://127.0.0.1:${proxy.port}/`)).arrayBuffer()
  expect(new Uint8Array(body).every((byte) => byte === 7)).toBe(true)
  return body.byteLength
}

test('delivers complete data, limited by bandwidth and round-trip time', async () => {
  proxy = await createShapingProxy(portOf(), { bitsPerSecond: 10e6, roundTripMs: 40 })
  const startMs = performance.now()
  expect(await fetched()).toBe(BYTES)
  // 250 kB minus the burst at 10 Mb/s, and two round trips: for the connection and the request.
  expect(performance.now() - startMs).toBeGreaterThan(80 + ((BYTES - 16_384) * 8) / 10_000 - 5)
})

test('connections share the bandwidth', async () => {
  proxy = await createShapingProxy(portOf(), { bitsPerSecond: 20e6, roundTripMs: 0 })
  const startMs = performance.now()
  expect(await Promise.all([fetched(), fetched()])).toEqual([BYTES, BYTES])
  expect(performance.now() - startMs).toBeGreaterThan(((2 * BYTES - 16_384) * 8) / 20_000 - 5)
})
