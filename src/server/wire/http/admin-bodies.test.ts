import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOperatorsWorld, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { cookieOf } from '../../../../test/support/tus.ts'

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

const PATH = '/api_admin/imports/check'

/** A call whose body never comes. */
async function announce(cookie: string): Promise<unknown> {
  const { port } = world.app.server.address() as AddressInfo
  const calling = send({
    port,
    host: '127.0.0.1',
    path: PATH,
    method: 'POST',
    headers: {
      host: 'localhost',
      'content-type': 'application/json',
      'content-length': 10_000_000,
      'sec-fetch-site': 'same-origin',
      'x-harbour-console': '1',
      cookie,
    },
  })
  calling.flushHeaders()
  const [response] = (await once(calling, 'response')) as [IncomingMessage]
  const answer = await json(response)
  calling.destroy()
  return answer
}

test('who may not make a call with a large body is refused before it is read', async () => {
  expect(await announce('')).toMatchObject({ errorCode: 'LOGIN_REQUIRED' })
  const other = await world.signIn(await world.anOperator('care'))
  expect(await announce(cookieOf(other))).toMatchObject({ errorCode: 'NOT_ALLOWED' })
})
