import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from './sandbox.ts'

let folder: string
let sandbox: Sandbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-sandbox-'))
  sandbox = await startSandbox({ file: join(folder, 'state.json') })
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

test('credentials and payments survive a restart', async () => {
  const { access } = sandbox
  await sandbox.close()
  sandbox = await startSandbox({ file: join(folder, 'state.json'), port: Number(new URL(access.url).port) })
  expect(sandbox.access).toEqual(access)
})

describe('requests that are not ours are refused', () => {
  test('PayPal without a token', async () => {
    const { url } = sandbox.access
    for (const path of ['/v2/checkout/orders/X', '/v1/billing/subscriptions/X', '/v1/payments/refund/X'])
      expect((await fetch(url + path)).status).toBe(401)
    expect(
      (await fetch(`${url}/v1/oauth2/token`, { method: 'POST', headers: { authorization: 'Basic eDp5' } })).status,
    ).toBe(401)
  })

  test.each(['payments/pay', 'authorizations/consult', 'authorizations/revoke'])(
    'Antom without our signature: %s',
    async (call) => {
      const { url, antom } = sandbox.access
      const answer = await fetch(`${url}/ams/sandbox/api/v1/${call}`, {
        method: 'POST',
        headers: {
          'client-id': antom.clientId,
          'request-time': String(Temporal.Now.instant().epochMilliseconds),
          signature: 'algorithm=RSA256,keyVersion=1,signature=AAAA',
        },
        body: '{}',
      })
      expect(await answer.json()).toMatchObject({ result: { resultStatus: 'F', resultCode: 'INVALID_SIGNATURE' } })
    },
  )
})
