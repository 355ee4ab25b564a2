import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CUSTOMER_ROLES } from '#contract/admin/customers.ts'
import { adminUrl, ROLES } from '#contract/admin/endpoint.ts'
import { EXAMPLES } from '../../../../test/support/admin-calls.ts'
import { createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { ADMIN_ENDPOINTS } from './calls.ts'

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())

describe('of a customer', () => {
  const OTHERS = ROLES.filter((role) => !CUSTOMER_ROLES.some((each) => each === role))
  const MARKS = ['陳大文', 'taiman@example.com', '+852', '1990-02-28', 't•••@', '••']
  const all = ADMIN_ENDPOINTS.filter(({ kind, roles }) => kind !== 'session' && roles !== 'signed out')

  test.each(all.map((endpoint) => ({ path: endpoint.path, endpoint })))(
    'no field is in an answer to another role: $path',
    async ({ path, endpoint }) => {
      for (const role of OTHERS) {
        const browser = await world.signIn(await world.anOperator(role))
        const example = await EXAMPLES[path]!(world)
        const input = endpoint.kind === 'change' ? keyed(example) : example
        if (endpoint.kind === 'export') {
          const { body } = await world.app.inject({
            url: adminUrl(endpoint),
            query: { query: JSON.stringify(input) },
            headers: {
              'sec-fetch-site': 'same-origin',
              cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            },
          })
          for (const mark of MARKS) expect(body).not.toContain(mark)
          continue
        }
        const answer = await world.call(path, input, browser)
        if (path.startsWith('/customers/')) expect(answer).toMatchObject({ errorCode: 'NOT_ALLOWED' })
        for (const mark of MARKS) expect(JSON.stringify(answer)).not.toContain(mark)
      }
    },
  )

  test.each(
    all.filter(({ path, kind }) => path.startsWith('/customers/') && kind !== 'read').map(({ path }) => ({ path })),
  )('finance changes nothing and reveals nothing, and finds: $path', async ({ path }) => {
    const browser = await world.signIn(await world.anOperator('finance'))
    const example = await EXAMPLES[path]!(world)
    const answer = await world.call(path, keyed(example), browser)
    expect(answer).toMatchObject(path === '/customers/find' ? { result: 'SUCCESS' } : { errorCode: 'NOT_ALLOWED' })
  })
})
