import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '#server/kit/clock.ts'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../../test/support/fake-server.ts'
import { createWebhookAlerts } from './webhook-alerts.ts'

const BODY = JSON.stringify({ text: '須處理：儲存空間' })

async function receiver(answer: FakeResponse = { status: 204 }) {
  const requests: ReceivedRequest[] = []
  const server = await startFakeServer((request) => {
    requests.push(request)
    return answer
  })
  onTestFinished(server.close)
  return { requests, url: `${server.url}/services/T0/secret-part` }
}

test('posts the body as JSON, without a signature where there is no key', async () => {
  const { requests, url } = await receiver()
  expect(await createWebhookAlerts({ url }).send(BODY)).toBeUndefined()
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ method: 'POST', path: '/services/T0/secret-part', body: BODY })
  expect(requests[0]!.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(requests[0]!.headers['harbour-signature']).toBeUndefined()
})

test('with a key, signs the time and the body', async () => {
  const { requests, url } = await receiver()
  const clock = createTestClock()
  await createWebhookAlerts({ url, key: 'k'.repeat(32), clock }).send(BODY)
  const seconds = clock.nowMs() / 1_000
  const digest = createHmac('sha256', 'k'.repeat(32)).update(`${seconds}.${BODY}`).digest('hex')
  expect(requests[0]!.headers['harbour-signature']).toBe(`t=${seconds},v1=${digest}`)
})

test.each([
  ['500', { status: 500, body: 'no' }, 'HTTP 500'],
  ['a redirect, which is not followed', { status: 302, headers: { location: '/elsewhere' } }, 'HTTP 302'],
  ['404', { status: 404 }, 'HTTP 404'],
])('does not count as accepted: %s', async (_, answer, problem) => {
  const { requests, url } = await receiver(answer)
  expect(await createWebhookAlerts({ url }).send(BODY)).toBe(problem)
  expect(requests).toHaveLength(1)
})

test('one that does not answer is given up in time, and the problem does not name its address', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-part`
  expect(await createWebhookAlerts({ url, timeoutMs: 100 }).send(BODY)).toBe('no answer in time')
})

test('one that breaks the connection is a problem without its address', async () => {
  const broken = await startFakeServer(() => undefined)
  onTestFinished(broken.close)
  const problem = await createWebhookAlerts({ url: `${broken.url}/secret-part` }).send(BODY)
  expect(problem).toMatch(/^[\w ]+$/)
  expect(problem).not.toContain('secret')
})
