import { expect, onTestFinished, test } from 'vitest'
import { openHealthServer } from './health-server.ts'

test('a process without pages answers what monitoring asks, and nothing else', async () => {
  const notReady: 'starting'[] = ['starting']
  const gauges = [{ name: 'harbour_clock_error_seconds', help: 'x', read: async () => [{ value: 3 }] }]
  const state = { notReady: () => notReady, degraded: () => [] }
  const config = { METRICS_TOKEN: 'a-token-of-the-operator' }
  let isClosing = false
  const app = openHealthServer({ config, state, gauges, isClosing: () => isClosing })
  onTestFinished(() => app.close())
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'not ready', failing: ['starting'] })
  notReady.length = 0
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  isClosing = true
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'not ready', failing: ['closing'] })
  const authorization = 'Bearer a-token-of-the-operator'
  const metrics = await app.inject({ url: '/metrics', headers: { authorization }, remoteAddress: '192.0.2.1' })
  expect(metrics.body).toContain('harbour_clock_error_seconds 3')
  expect(metrics.body).toContain('harbour_process_resident_memory_bytes')
  expect((await app.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })).statusCode).toBe(404)
  expect((await app.inject('/')).statusCode).toBe(404)
})
