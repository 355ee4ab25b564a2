import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { StoreDown } from '#server/kit/store-down.ts'
import { createS3Store } from './s3-store.ts'

/** A store of which the service answers so. */
async function storeOn(
  answer: (response: ServerResponse) => void,
  limits: { firstByteMs?: number; idleMs?: number; promptWrites?: boolean } = {},
) {
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    requests.push(request.method ?? '')
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const store = createS3Store({
    bucket: 'media',
    prefix: '',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    ...limits,
  })
  onTestFinished(() => {
    store.close()
    server.closeAllConnections()
    server.close()
  })
  return { store, requests, port, server }
}

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

test('a service that hangs is given up after the deadline, tried twice', async () => {
  const { store, requests } = await storeOn(() => undefined, { firstByteMs: 100 })
  const startedMs = performance.now()
  expect(await failureOf(store.open('a/one.m4s'))).toBeInstanceOf(StoreDown)
  expect(performance.now() - startedMs).toBeLessThan(5_000)
  expect(requests).toEqual(['GET', 'GET'])
})

test('what requests wait for is written within the same deadline', async () => {
  const { store, requests } = await storeOn(() => undefined, { firstByteMs: 100, promptWrites: true })
  const write = store.put('u/one.jpg', { bytes: Buffer.from('image') }, { contentType: 'image/jpeg' })
  expect(await failureOf(write)).toBeInstanceOf(StoreDown)
  expect(requests).toEqual(['PUT', 'PUT'])
})

test('a body that stops coming breaks; one that comes slowly does not', async () => {
  const limits = { idleMs: 500 }
  const { store } = await storeOn((response) => {
    response.writeHead(200, { 'content-length': '10', etag: '"x"' })
    response.write('01234')
  }, limits)
  const opened = await store.open('a/one.m4s')
  expect(await failureOf(buffer(opened!.body))).toBeInstanceOf(Error)
  const slow = await storeOn((response) => {
    response.writeHead(200, { 'content-length': '4', etag: '"x"' }).flushHeaders()
    let sent = 0
    const timer = setInterval(() => {
      if (sent++ < 4) response.write('x')
      else clearInterval(timer)
    }, 200)
  }, limits)
  const { body } = (await slow.store.open('a/one.m4s'))!
  expect((await buffer(body)).toString()).toBe('xxxx')
})

test('a refused connection and a fault of the service are outages; a missing object and a refusal are not', async () => {
  let status = 500
  const { store, server } = await storeOn((response) => response.writeHead(status).end())
  expect(await failureOf(store.stat('a/one.m4s'))).toBeInstanceOf(StoreDown)
  status = 404
  expect(await store.stat('a/one.m4s')).toBeNull()
  status = 403
  expect(await failureOf(store.stat('a/one.m4s'))).not.toBeInstanceOf(StoreDown)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await failureOf(store.stat('a/one.m4s'))).toBeInstanceOf(StoreDown)
})
