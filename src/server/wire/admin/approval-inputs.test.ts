import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { AdminEndpoint } from '#contract/admin/endpoint.ts'
import { EXAMPLES } from '../../../../test/support/admin-calls.ts'
import { createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { ADMIN_ENDPOINTS } from './calls.ts'
import { answerCall } from './pipeline.ts'

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())

const decided = ADMIN_ENDPOINTS.filter(({ fourEyes }) => fourEyes !== undefined)

/** Made by an operator of every role, whom the call always needs a second person for. */
async function aRequester(endpoint: AdminEndpoint) {
  const browser = await world.signIn(await world.anOperator('catalogue', 'care', 'finance', 'administrator'))
  const deps = { ...world, log: pino({ level: 'silent' }), routes: new Map(), fourEyes: true }
  const route = { endpoint, handler: () => ({}), approvalNeed: async () => ({ members: 3 }) }
  return async (fields: object) => {
    const token = browser.cookies.get('harbour_console')
    const origin = { address: browser.address, requestId: 'a-request', language: 'en_US' as const }
    const call = { fields: fields as never, token, device: undefined, isUse: true, ...origin }
    const outcome = await answerCall(deps, route as never, call)
    return outcome.kind === 'answer' ? (outcome.answer.body as Record<string, unknown>) : {}
  }
}

test.each(decided.map((endpoint) => ({ path: endpoint.path, endpoint })))(
  '$path is asked for by what it takes: a field that it does not know is neither shown nor another call',
  async ({ endpoint }) => {
    const request = await aRequester(endpoint)
    const input = (await EXAMPLES[endpoint.path]!(world)) as Record<string, unknown>
    const given = keyed({ reason: 'a test', ...input })
    const answer = await request({ ...given, members: 1, worthCents: 100, language: 'en_US' })
    expect(answer).toMatchObject({ result: 'SUCCESS', approvalId: expect.any(String) })
    const { rows } = await world.pool.query('select input, consequence from approval where approval_id = $1', [
      answer.approvalId,
    ])
    expect(rows[0].consequence).toEqual({ members: 3 })
    for (const unknown of ['members', 'worthCents', 'language']) expect(rows[0].input).not.toHaveProperty(unknown)
    // Carried out, it is the same again.
    expect(z.parse(endpoint.input, rows[0].input)).toEqual(z.parse(endpoint.input, given))

    expect(await request({ ...keyed({ ...input, reason: 'again' }), members: 2 })).toMatchObject({
      errorCode: 'CONFLICT',
    })
    const versioned = keyed({ ...input, reason: 'again', version: 999 })
    expect(await request(versioned)).toMatchObject({ approvalId: expect.any(String) })
    const waiting = await world.pool.query(
      `select from approval a join approval b using (asked_by, endpoint)
        where b.approval_id = $1 and a.outcome is null`,
      [answer.approvalId],
    )
    expect(waiting.rowCount).toBe(1)
  },
)
