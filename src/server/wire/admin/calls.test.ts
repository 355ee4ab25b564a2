import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdminEndpoint, adminUrl, ROLES, type Role } from '#contract/admin/endpoint.ts'
import { EXAMPLES, MEANWHILE } from '../../../../test/support/admin-calls.ts'
import { digestOf, withoutAuditLog } from '../../../../test/support/audit-log.ts'
import {
  aBrowser,
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  PASSWORD,
  type TestOperator,
} from '../../../../test/support/operators.ts'
import { operatorProblems as enProblems } from '#text/en_US/operators.ts'
import { ADMIN_ENDPOINTS } from './calls.ts'

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld({ fourEyes: false })
})
afterAll(() => world.close())

const isChange = ({ kind }: AdminEndpoint) => kind === 'change'
const inSession = ADMIN_ENDPOINTS.filter(({ kind, roles }) => kind !== 'session' && roles !== 'signed out')
const changes = ADMIN_ENDPOINTS.filter(isChange)
const named = (endpoints: readonly AdminEndpoint[]) => endpoints.map((endpoint) => ({ path: endpoint.path, endpoint }))

async function inputOf({ path, kind }: AdminEndpoint): Promise<object> {
  const example = await EXAMPLES[path]!(world)
  return kind === 'change' ? keyed(example) : example
}

const makes = async (endpoint: AdminEndpoint, input: object, browser: Browser, headers: object = {}) => {
  if (endpoint.kind !== 'export') return world.call(endpoint.path, input, browser, headers)
  const {
    statusCode,
    headers: got,
    body,
  } = await world.app.inject({
    url: adminUrl(endpoint),
    query: { query: JSON.stringify(input) },
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
  })
  return got['content-type'] === 'text/csv; charset=utf-8'
    ? { result: 'SUCCESS', status: statusCode }
    : JSON.parse(body)
}

const allows = ({ roles }: AdminEndpoint, role: Role): boolean => roles === 'all' || roles.includes(role as never)

/** Everything but sessions, tries and the audit log. */
const stored = (): Promise<object> => digestOf(world.pool, ['audit_entry', 'operator_session', 'throttle'])

/** One operator of each role, for calls that are refused. */
const signedIn = new Map<Role, Promise<{ operator: TestOperator; browser: Browser }>>()
const theSignedIn = (role: Role) =>
  signedIn.getOrInsertComputed(role, async () => {
    const operator = await world.anOperator(role)
    return { operator, browser: await world.signIn(operator) }
  })

test('every call has an example', () => {
  expect(inSession.map(({ path }) => path).toSorted()).toEqual(Object.keys(EXAMPLES).toSorted())
})

describe.each(named(inSession))('$path', ({ endpoint }) => {
  test('answers the roles that it names', async () => {
    for (const role of ROLES.filter((each) => allows(endpoint, each))) {
      const browser = await world.signIn(await world.anOperator(role))
      const answer = await makes(endpoint, await inputOf(endpoint), browser)
      // The call that waits is an administrator's to decide.
      const isTheirs = endpoint.path !== '/approvals/decide' || role !== 'finance'
      expect(answer).toMatchObject(isTheirs ? { result: 'SUCCESS' } : { message: enProblems.approvalRole({}) })
    }
  })

  const others = ROLES.filter((each) => !allows(endpoint, each))
  test.runIf(others.length > 0)('refuses the other roles, which the audit log says, and changes nothing', async () => {
    const callers = await Promise.all(others.map(theSignedIn))
    const input = await inputOf(endpoint)
    const before = await stored()
    for (const { browser, operator } of callers) {
      expect(await makes(endpoint, input, browser)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
      const entries = await world.db
        .selectFrom('audit_entry')
        .select(['action', 'subject'])
        .where('operator_id', '=', operator.operatorId)
        .execute()
      expect(entries).toContainEqual({ action: 'refuse call', subject: `call:${endpoint.path}` })
    }
    expect(await stored()).toEqual(before)
  })

  test('refuses a call without a session, of another page, and of a form', async () => {
    const input = await inputOf(endpoint)
    const browser = await world.signIn(await world.anOperator(...ROLES))
    const before = await stored()
    const token = browser.cookies.get('harbour_console')!
    const others = [
      await makes(endpoint, input, aBrowser()),
      await makes(endpoint, input, { ...aBrowser(), cookies: new Map([['harbour_console', 'forged']]) }),
      await makes(endpoint, { ...input, token }, aBrowser(), { authorization: `Bearer ${token}` }),
    ]
    for (const answer of others) expect(answer).toMatchObject({ errorCode: 'LOGIN_REQUIRED' })
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await makes(endpoint, input, browser, { 'sec-fetch-site': site })).toMatchObject({
        errorCode: 'CROSS_SITE',
      })
    if (endpoint.kind !== 'export')
      expect(await makes(endpoint, input, browser, { 'x-harbour-console': '' })).toMatchObject({
        errorCode: 'CROSS_SITE',
      })
    expect(await stored()).toEqual(before)
  })
})

describe.each(named(changes))('$path', ({ endpoint }) => {
  test('changes and its audit entry are kept together or not at all', async () => {
    const browser = await world.signIn(await world.anOperator(...ROLES))
    const input = await inputOf(endpoint)
    const before = await digestOf(world.pool)
    const failed = await withoutAuditLog(world.pool, () => makes(endpoint, input, browser))
    expect(failed).toMatchObject({ errorCode: 'INTERNAL' })
    expect(await digestOf(world.pool)).toEqual(before)
    expect(await makes(endpoint, input, browser)).toMatchObject({ result: 'SUCCESS' })
    const last = await world.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', endpoint.audit!)
      .orderBy('audit_entry_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(last).toMatchObject({
      request_id: expect.any(String),
      address: '127.0.0.1',
      operator_id: expect.any(String),
    })
    expect(last.subject).toMatch(/^[a-z ]+:.+/)
  })

  test('a repeated key answers the same and does nothing, also at the same time; for other input it is refused', async () => {
    const browser = await world.signIn(await world.anOperator(...ROLES))
    const input = await inputOf(endpoint)
    const answers = await Promise.all([1, 2, 3].map(() => makes(endpoint, input, browser)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ result: 'SUCCESS' })
    const before = await digestOf(world.pool)
    expect(await makes(endpoint, input, browser)).toEqual(answers[0])
    expect(await digestOf(world.pool)).toEqual(before)
    const other = { ...(await inputOf(endpoint)), requestKey: (input as { requestKey: string }).requestKey }
    expect(await makes(endpoint, other, browser)).toMatchObject({ errorCode: 'CONFLICT' })
  })
})

test.each(named(inSession.filter(({ stepUp }) => stepUp)))(
  '$path asks for a code of the authenticator after ten minutes',
  async ({ endpoint }) => {
    const browser = await world.signIn(await world.anOperator(...ROLES))
    const input = await inputOf(endpoint)
    world.clock.advance('PT10M')
    const before = await stored()
    expect(await makes(endpoint, input, browser)).toMatchObject({ errorCode: 'STEP_UP_REQUIRED' })
    expect(await stored()).toEqual(before)
  },
)

test.each(named(changes.filter(({ refuses }) => refuses.includes('VERSION_CONFLICT'))))(
  '$path says what is there now to whom opened it before',
  async ({ endpoint }) => {
    const browser = await world.signIn(await world.anOperator(...ROLES))
    const input = (await inputOf(endpoint)) as { version?: number; versions?: number[] }
    const version = input.version ?? input.versions![0]!
    const [path, change] = MEANWHILE[endpoint.path] ?? MEANWHILE['/operators/roles']!
    expect(await world.call(path, keyed({ ...input, ...change, requestKey: randomUUID() }), browser)).toMatchObject({
      result: 'SUCCESS',
    })
    const before = await stored()
    const current = 'draft' in change || 'kind' in change ? {} : 'value' in change ? change.value : change
    expect(await makes(endpoint, input, browser)).toMatchObject({
      errorCode: 'VERSION_CONFLICT',
      current: { ...current, version: version + 1 },
      by: expect.stringMatching(/^operator:op-/),
      at: expect.stringMatching(/^2026-/),
    })
    expect(await stored()).toEqual(before)
  },
)

test.each([
  ['/operators/roles', 'administrator'],
  ['/settings/save', 'administrator'],
  ['/contact/answer', 'care'],
  ['/contact/handle', 'care'],
] as const)(
  '%s, which replaces what a colleague may have written, is refused without a version',
  async (path, role) => {
    const browser = await world.signIn(await world.anOperator(role))
    const { version: _, ...input } = keyed((await EXAMPLES[path]!(world)) as { version: number })
    const before = await stored()
    expect(await world.call(path, input, browser)).toMatchObject({
      errorCode: 'INVALID_INPUT',
      fields: { version: expect.any(String) },
    })
    expect(await stored()).toEqual(before)
  },
)

test('a key is kept for a day, then it is a new one', async () => {
  const operator = await world.anOperator('administrator')
  const input = keyed({ email: `${randomUUID()}@harbour.test`, name: 'Ida', roles: ['care'] })
  const invite = async () => world.call('/operators/invite', input, await world.signIn(operator))
  const first = await invite()
  world.clock.advance('PT23H59M')
  expect(await invite()).toEqual(first)
  world.clock.advance('PT1M')
  expect(await invite()).toMatchObject({ errorCode: 'CONFLICT', message: enProblems.operatorExists(input) })
})

test('a call whose input is wrong names the fields, in the language of the caller, and records nothing', async () => {
  const browser = await world.signIn(await world.anOperator('administrator'))
  const wrong = { email: 'not an address', name: '', roles: [], language: 'zh_HK' }
  const answer = await world.call('/operators/invite', keyed(wrong), browser)
  expect(answer).toMatchObject({ errorCode: 'INVALID_INPUT', status: 400 })
  expect(Object.keys(answer.fields).toSorted()).toEqual(['email', 'name', 'roles'])
  expect(answer.fields.email).toMatch(/[\u4e00-\u9fff]/)
})

test('the export holds the entries of the filter, harmless in a spreadsheet', async () => {
  const operator = await world.anOperator('administrator')
  const browser = await world.signIn(operator)
  await world.call('/operators/endSessions', keyed({ id: operator.operatorId, reason: '=1+1' }), browser)
  const again = await world.signIn(operator)
  const { headers, body } = await world.app.inject({
    url: '/api_admin/audit/export',
    query: { query: JSON.stringify({ filter: { action: 'end sessions', operatorId: operator.operatorId } }) },
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: `harbour_console=${again.cookies.get('harbour_console')}`,
    },
  })
  expect(headers).toMatchObject({
    'x-row-count': '1',
    'content-disposition': 'attachment; filename="audit.csv"',
    'cache-control': 'private, no-store',
  })
  expect(body.startsWith('\uFEFF"香港時間"')).toBe(true)
  expect(body).toContain(`"'=1+1"`)
  expect(body.trimEnd().split('\r\n')).toHaveLength(2)
})

test('who is no administrator sees their own entries only', async () => {
  const [care, other] = [await world.anOperator('care'), await world.anOperator('care')]
  await world.signIn(other)
  const browser = await world.signIn(care)
  for (const filter of [{}, { operatorId: other.operatorId }]) {
    const { list } = await world.call('/audit/list', { filter }, browser)
    expect(new Set(list.map(({ operatorId }: { operatorId: string }) => operatorId))).toEqual(
      new Set([care.operatorId]),
    )
  }
})

test('pages of a list join without a gap while rows come, and count to the end', async () => {
  const browser = await world.signIn(await world.anOperator('administrator'))
  const made = []
  for (let count = 0; count < 7; count++) made.push((await world.anOperator('finance')).operatorId)
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await world.call(
      '/operators/list',
      { filter: { role: 'finance' }, sort: 'createdAt', limit: 3, after },
      browser,
    )
    expect(page.total === null).toBe(after !== undefined)
    seen.push(...page.list.map(({ operatorId }: { operatorId: string }) => operatorId))
    after = page.next ?? undefined
  } while (after)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining(made))
  for (const token of ['x', Buffer.from('[1]').toString('base64url')])
    expect(await world.call('/operators/list', { after: token }, browser)).toMatchObject({ errorCode: 'INVALID_INPUT' })
})

test('the wire does not exist for whom the console is not open, and refuses a sign-in that others could read', async () => {
  const closed = await createOperatorsWorld({ config: { PUBLIC_URL: 'https://harbour.test' } })
  try {
    for (const path of ['/session/me', '/session/signIn', '/nothing'])
      expect(await closed.call(path)).toMatchObject({ result: 'FAILED', errorCode: 'NOT_FOUND', status: 404 })
    expect((await closed.app.inject('/console/')).statusCode).toBe(404)
  } finally {
    await closed.close()
  }
  const open = await createOperatorsWorld({ config: { CONSOLE_ALLOW: '10.0.0.0/8' } })
  try {
    const { email, code } = await open.anOperator('care')
    const input = { email, password: PASSWORD, code: code() }
    const answer = await open.call('/session/signIn', input, aBrowser('10.0.0.7'), { host: '10.0.0.5:8080' })
    expect(answer).toMatchObject({ errorCode: 'NOT_ALLOWED', message: expect.stringContaining('https') })
  } finally {
    await open.close()
  }
})

test('the console’s own host serves the console, its wire and images, nothing else', async () => {
  const apart = await createOperatorsWorld({
    config: {
      PUBLIC_URL: 'https://harbour.test',
      CONSOLE_URL: 'https://console.harbour.test',
      CONSOLE_ALLOW: '127.0.0.1',
    },
  })
  try {
    const at = (url: string, host: string) => apart.app.inject({ url, headers: { host } })
    for (const url of ['/', '/api_v2/thing', '/site.webmanifest', '/docs/'])
      expect((await at(url, 'console.harbour.test')).statusCode).toBe(404)
    expect((await at('/healthz', 'console.harbour.test')).statusCode).toBe(200)
    const headers = { host: 'console.harbour.test' }
    const { email, code } = await apart.anOperator('care')
    const response = await apart.app.inject({
      method: 'POST',
      url: '/api_admin/session/signIn',
      payload: { email, password: PASSWORD, code: code() },
      headers: { ...headers, 'sec-fetch-site': 'same-origin', 'x-harbour-console': '1' },
    })
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-harbour_console=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
      expect.stringMatching(/^__Host-harbour_console_device=/),
    ])
  } finally {
    await apart.close()
  }
})
