import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Clock, systemClock } from '#server/kit/clock.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { type HeartbeatDeps, startHeartbeat } from '#server/kit/heartbeat.ts'
import { createLog } from '#server/kit/log.ts'
import { errors } from '#text/en_US/errors.ts'
import { createTestDb } from '../../../../test/support/database.ts'
import { start } from '../../../../test/support/one-call.ts'
import { closeWhileUnfit } from './unfit.ts'

const aheadBy = (minutes: number): Clock => ({
  now: () => systemClock.now().add({ minutes }),
  nowMs: () => systemClock.nowMs() + minutes * 60_000,
})

/** A web process as its heartbeat finds it, asked over HTTP. */
async function processWith(found: Partial<HeartbeatDeps>) {
  const database = await createTestDb()
  const state = await startHeartbeat({
    pool: database.pool,
    node: { processId: 'one', nodeId: 'a', version: '1.0.0', roles: 'web', newestMigration: '0001_one.sql' },
    checkSchema: async () => undefined,
    clock: systemClock,
    log: createLog({ level: 'silent', role: 'test' }),
    ...found,
  })
  const { app } = await start({ state })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  onTestFinished(async () => {
    await state.stop()
    await database.close()
  })
  return async (path: string, method = 'GET', headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
    return { status: response.status, connection: response.headers.get('connection'), body: await response.json() }
  }
}

test.each([
  ['whose clock is ten minutes off', { clock: aheadBy(10) }],
  [
    'that the database excludes',
    {
      checkSchema: async () => {
        throw new CommandError('too old')
      },
    },
  ],
])('a process %s answers nothing but questions about itself', async (_what, found) => {
  const request = await processWith(found)
  const refused = { status: 503, connection: 'close', body: { errorCode: 'UNAVAILABLE' } }
  expect(await request('/api_v2/thing')).toMatchObject(refused)
  expect(await request('/api_v2/thing', 'POST')).toMatchObject(refused)
  const inEnglish = await request('/api_v2/thing', 'GET', { 'accept-language': 'en-US,en;q=0.9' })
  expect(inEnglish).toMatchObject({ ...refused, body: { ...refused.body, message: errors.UNAVAILABLE() } })
  expect(await request('/v/grant/asset/v720/00001.m4s')).toMatchObject(refused)
  expect(await request('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await request('/readyz')).toMatchObject({ status: 503, body: { status: 'not ready' } })
})

test('a process that has lost its database goes on answering', async () => {
  const pool = { query: () => Promise.reject(new Error('Connection terminated')) } as unknown as HeartbeatDeps['pool']
  const request = await processWith({ pool })
  expect(await request('/api_v2/thing')).toMatchObject({ status: 200 })
  expect(await request('/readyz')).toMatchObject({ status: 200, body: { degraded: ['database'] } })
})

test('with another port for its health, the port of an unfit process is closed until it is fit', async () => {
  const notReady: 'clock'[] = []
  const state = { notReady: () => notReady, degraded: () => [] }
  const { app } = await start({ state })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const log = createLog({ level: 'silent', role: 'test' })
  const leave = closeWhileUnfit({ server: app.server, state, host: '127.0.0.1', log })
  onTestFinished(leave)
  const post = () =>
    fetch(`http://127.0.0.1:${port}/api_v2/thing`, { method: 'POST' }).then(
      ({ status }) => status,
      ({ cause }: Error) => (cause as NodeJS.ErrnoException).code,
    )
  const isOpen = await post()
  expect(isOpen).not.toBe('ECONNREFUSED')
  for (let times = 0; times < 2; times++) {
    notReady.push('clock')
    await expect.poll(post, { timeout: 30_000 }).toBe('ECONNREFUSED')
    notReady.length = 0
    await expect.poll(post, { timeout: 30_000 }).toBe(isOpen)
  }
  notReady.push('clock')
  await expect.poll(post, { timeout: 30_000 }).toBe('ECONNREFUSED')
  leave()
  await app.close()
})
