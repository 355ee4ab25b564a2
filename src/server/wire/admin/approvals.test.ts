import { expect, test } from 'vitest'
import {
  keyed,
  operatorsWorld,
  type OperatorsWorld,
  type TestOperator,
  versionOf,
} from '../../../../test/support/operators.ts'

const anInvitation = () =>
  keyed({ email: `${crypto.randomUUID()}@harbour.test`, name: 'Ida', roles: ['finance'], reason: 'help' })

async function asked(world: OperatorsWorld, requester: TestOperator) {
  const browser = await world.signIn(requester)
  const input = anInvitation()
  const answer = await world.call('/operators/invite', input, browser)
  expect(answer).toMatchObject({ result: 'SUCCESS', approvalId: expect.any(String) })
  return { id: answer.approvalId as string, input, browser }
}

const stateOf = async ({ db }: OperatorsWorld, id: string) =>
  (await db.selectFrom('approval').select('outcome').where('approval_id', '=', id).executeTakeFirstOrThrow()).outcome

test('what needs a second person is done when they approve, as if its requester had done it, and once', async () => {
  const world = await operatorsWorld()
  const [ann, ben] = [await world.anOperator('administrator'), await world.anOperator('administrator')]
  const { id, input, browser } = await asked(world, ann)
  expect(world.sent).toEqual([])
  expect(await world.call('/operators/list', { filter: { text: input.email } }, browser)).toMatchObject({ total: 0 })
  expect(await world.call('/session/me', {}, browser)).toMatchObject({ approvals: 0 })

  const second = await world.signIn(ben)
  expect(await world.call('/session/me', {}, second)).toMatchObject({ approvals: 1 })
  const { list } = await world.call('/approvals/list', { filter: { state: 'waiting' } }, second)
  expect(list).toMatchObject([
    { approvalId: id, endpoint: '/operators/invite', requester: { name: ann.name }, reason: 'help', obstacle: null },
  ])
  expect((await world.call('/approvals/list', {}, browser)).list).toMatchObject([{ obstacle: 'own' }])
  const decisions = await Promise.all(
    [1, 2, 3].map(() => world.call('/approvals/decide', keyed({ id, approve: true }), second)),
  )
  expect(decisions.filter(({ outcome }) => outcome === 'approved')).toHaveLength(1)
  expect(decisions.filter(({ errorCode }) => errorCode === 'CONFLICT')).toHaveLength(2)
  expect(world.sent.filter(({ template }) => template === 'operatorInvitation')).toHaveLength(1)
  const entries = await world.db.selectFrom('audit_entry').selectAll().orderBy('audit_entry_id').execute()
  expect(entries.filter(({ action }) => action === 'invite operator')).toMatchObject([
    { operator_id: ann.operatorId, details: { approvedBy: ben.operatorId }, reason: 'help' },
  ])
  // The requester's repeated request still answers that it waits.
  expect(await world.call('/operators/invite', input, browser)).toMatchObject({ approvalId: id })
})

test('no operator decides what they asked for, in any race', async () => {
  const world = await operatorsWorld()
  const ann = await world.anOperator('administrator', 'finance')
  await world.anOperator('administrator')
  const { id, browser } = await asked(world, ann)
  const other = await world.signIn(ann)
  const tries = await Promise.all(
    [browser, other, browser, other].map((from) => world.call('/approvals/decide', keyed({ id, approve: true }), from)),
  )
  for (const answer of tries) expect(answer).toMatchObject({ errorCode: 'NOT_ALLOWED' })
  expect(await stateOf(world, id)).toBeNull()
  await expect(
    world.pool.query(`update approval set decided_by = asked_by, decided_at = now(), outcome = 'approved'`),
  ).rejects.toThrow('check constraint')
})

test('refused, it does nothing; after 72 hours no operator decides it', async () => {
  const world = await operatorsWorld()
  const [ann, ben] = [await world.anOperator('administrator'), await world.anOperator('administrator')]
  const refused = await asked(world, ann)
  const second = await world.signIn(ben)
  expect(await world.call('/approvals/decide', keyed({ id: refused.id, approve: false }), second)).toMatchObject({
    outcome: 'refused',
  })
  expect(world.sent).toEqual([])
  world.clock.advance('PT1M')
  const late = await asked(world, ann)
  world.clock.advance('PT72H')
  const third = await world.signIn(ben)
  expect(await world.call('/approvals/decide', keyed({ id: late.id, approve: true }), third)).toMatchObject({
    errorCode: 'CONFLICT',
  })
  expect((await world.call('/approvals/list', {}, third)).list.map(({ state }: { state: string }) => state)).toEqual([
    'expired',
    'refused',
  ])
})

test('it is void when its requester lost the role, and closed when they are disabled', async () => {
  const world = await operatorsWorld({})
  const [ann, ben] = [await world.anOperator('administrator'), await world.anOperator('administrator')]
  const first = await asked(world, ann)
  await world.db
    .updateTable('operator')
    .set({ roles: ['care'] })
    .where('operator_id', '=', ann.operatorId)
    .execute()
  const second = await world.signIn(ben)
  expect(await world.call('/approvals/decide', keyed({ id: first.id, approve: true }), second)).toMatchObject({
    outcome: 'void',
  })
  expect(world.sent).toEqual([])

  await world.db
    .updateTable('operator')
    .set({ roles: ['administrator'] })
    .where('operator_id', '=', ann.operatorId)
    .execute()
  const other = await asked(world, ann)
  expect(await world.call('/operators/disable', keyed({ id: ann.operatorId }), second)).toMatchObject({
    result: 'SUCCESS',
  })
  expect(await stateOf(world, other.id)).toBe('void')
  expect(await world.call('/session/me', {}, other.browser)).toMatchObject({ errorCode: 'LOGIN_REQUIRED' })
})

test('the stored call meets what has changed meanwhile, and stays for a second try', async () => {
  const world = await operatorsWorld()
  const [ann, ben] = [await world.anOperator('administrator'), await world.anOperator('administrator')]
  const { id, input } = await asked(world, ann)
  const by = { actor: 'operator:root', reason: 'a test' }
  await world.operators.people.createByCommand({ email: input.email, name: 'Ida', roles: ['care'] }, by)
  const second = await world.signIn(ben)
  const key = keyed({ id, approve: true })
  expect(await world.call('/approvals/decide', key, second)).toMatchObject({ errorCode: 'CONFLICT' })
  expect(await stateOf(world, id)).toBeNull()
  expect(await world.call('/approvals/decide', { ...key, approve: false }, second)).toMatchObject({
    outcome: 'refused',
  })
})

test('the same call waits once, also when two windows ask at once; after a decision it can be asked again', async () => {
  const world = await operatorsWorld()
  const [ann, ben] = [await world.anOperator('administrator'), await world.anOperator('administrator')]
  const browsers = [await world.signIn(ann), await world.signIn(ann)]
  const request = (browser = browsers[0]!, reason = 'help') =>
    world.call(
      '/operators/invite',
      keyed({ email: 'ida@harbour.test', name: 'Ida', roles: ['finance'], reason }),
      browser,
    )
  const answers = await Promise.all(browsers.map((browser, n) => request(browser, `help ${n}`)))
  const [waiting, ...others] = answers.flatMap(({ approvalId }) => (approvalId ? [approvalId as string] : []))
  expect(others).toEqual([])
  expect(answers.filter(({ errorCode }) => errorCode === 'CONFLICT')).toHaveLength(1)
  expect(await request()).toMatchObject({ errorCode: 'CONFLICT' })
  // Another operator may ask for the same.
  const second = await world.signIn(ben)
  expect(await request(second)).toMatchObject({ approvalId: expect.any(String) })
  await world.call('/approvals/decide', keyed({ id: waiting, approve: false }), second)
  expect(await request()).toMatchObject({ approvalId: expect.any(String) })
})

test('a call that is asked again with another consequence replaces the one that waits', async () => {
  const world = await operatorsWorld()
  const [ann, ben] = [await world.anOperator('care'), await world.anOperator('finance')]
  const browser = await world.signIn(ann)
  const { accountId } = await world.care.aCustomer()
  const correct = (credits: number) =>
    world.call('/customers/correct', keyed({ accountId, bucket: 'recharged', credits, reason: 'a fault' }), browser)
  const first = await correct(500)
  expect((await correct(10)).approvalId).toBeUndefined()
  const second = await correct(500)
  expect(second).toMatchObject({ approvalId: expect.any(String) })
  expect(await stateOf(world, first.approvalId as string)).toBe('void')
  const decider = await world.signIn(ben)
  const decide = (id: unknown) => world.call('/approvals/decide', keyed({ id, approve: true }), decider)
  expect(await decide(first.approvalId)).toMatchObject({ errorCode: 'CONFLICT' })
  expect(await decide(second.approvalId)).toMatchObject({ outcome: 'approved' })
})

test.each(['in the console', 'by the command line'])(
  'what an operator asked for before a reset %s is void',
  async (where) => {
    const world = await operatorsWorld({})
    const [ann, ben, cat] = [
      await world.anOperator('administrator'),
      await world.anOperator('administrator'),
      await world.anOperator('administrator'),
    ]
    const { id } = await asked(world, ann)
    const second = await world.signIn(ben)
    if (where === 'by the command line') {
      await world.operators.people.resetByCommand(ann.email, { actor: 'operator:root', reason: 'a test' })
    } else {
      const reset = await world.call('/operators/resetTotp', keyed({ id: ann.operatorId }), second)
      const third = await world.signIn(cat)
      const decision = keyed({ id: reset.approvalId, approve: true })
      expect(await world.call('/approvals/decide', decision, third)).toMatchObject({ outcome: 'approved' })
    }
    expect(await stateOf(world, id)).toBe('void')
    expect(await world.call('/approvals/decide', keyed({ id, approve: true }), second)).toMatchObject({
      errorCode: 'CONFLICT',
    })
  },
)

test('for 24 hours after a reset an operator neither asks nor decides', async () => {
  const world = await operatorsWorld()
  const [ann, ben] = [await world.anOperator('administrator'), await world.anOperator('administrator')]
  const { id } = await asked(world, ann)
  await world.db
    .updateTable('operator')
    .set({ reset_at: world.clock.now() })
    .where('operator_id', '=', ben.operatorId)
    .execute()
  const second = await world.signIn(ben)
  expect(await world.call('/approvals/decide', keyed({ id, approve: true }), second)).toMatchObject({
    errorCode: 'NOT_ALLOWED',
  })
  expect(await world.call('/operators/invite', anInvitation(), second)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
  world.clock.advance('PT24H')
  const later = await world.signIn(ben)
  expect(await world.call('/approvals/decide', keyed({ id, approve: true }), later)).toMatchObject({
    outcome: 'approved',
  })
})

test('an administrator alone goes on alone; with a second one it waits; roles without money or rights never do', async () => {
  const world = await operatorsWorld()
  const ann = await world.anOperator('administrator')
  const browser = await world.signIn(ann)
  expect(await world.call('/operators/invite', anInvitation(), browser)).toMatchObject({
    operatorId: expect.any(String),
  })
  const cat = await world.anOperator('catalogue')
  await world.anOperator('administrator')
  const roles = async (...given: string[]) => {
    const input = { id: cat.operatorId, version: await versionOf(world, cat), roles: given }
    return world.call('/operators/roles', keyed(input), browser)
  }
  expect(await roles('catalogue', 'care')).toMatchObject({ version: expect.any(Number) })
  expect(await roles('catalogue', 'finance')).toMatchObject({ approvalId: expect.any(String) })
  const reset = await world.call('/operators/resetTotp', keyed({ id: cat.operatorId }), browser)
  expect(reset).toMatchObject({ approvalId: expect.any(String) })
})

test.each([
  ['disabled', '/operators/disable', {}],
  ['made care alone', '/operators/roles', { roles: ['care'] }],
])(
  'who has the second administrator %s is not alone for a week, and that one is told by mail',
  async (_, path, given) => {
    const world = await operatorsWorld()
    const [ann, ben] = [await world.anOperator('administrator'), await world.anOperator('administrator')]
    const browser = await world.signIn(ann)
    const input = keyed({ ...given, id: ben.operatorId, version: await versionOf(world, ben) })
    expect(await world.call(path, input, browser)).toMatchObject({ version: expect.any(Number) })
    expect(world.sent.map(({ to }) => to).toSorted()).toEqual([ann.email, ben.email].toSorted())
    const own = keyed({
      id: ann.operatorId,
      version: await versionOf(world, ann),
      roles: ['administrator', 'finance'],
    })
    expect(await world.call('/operators/roles', own, browser)).toMatchObject({ approvalId: expect.any(String) })
    expect(await world.call('/operators/invite', anInvitation(), browser)).toMatchObject({
      approvalId: expect.any(String),
    })
    world.clock.advance('PT168H1S')
    expect(await world.call('/operators/invite', anInvitation(), await world.signIn(ann))).toMatchObject({
      operatorId: expect.any(String),
    })
  },
)

test('the last administrator stays, also when two leave at once', async () => {
  const world = await operatorsWorld({ fourEyes: false })
  const [ann, ben] = [await world.anOperator('administrator'), await world.anOperator('administrator')]
  const [first, second] = [await world.signIn(ann), await world.signIn(ben)]
  const version = await versionOf(world, ben)
  const answers = await Promise.all([
    world.call('/operators/disable', keyed({ id: ann.operatorId }), first),
    world.call('/operators/roles', keyed({ id: ben.operatorId, version, roles: ['care'] }), second),
  ])
  expect(answers.filter(({ result }) => result === 'SUCCESS')).toHaveLength(1)
  const left = await world.operators.people.list({
    filter: { role: 'administrator', state: 'active' },
    sort: 'name',
    limit: 9,
  })
  expect(left.list).toHaveLength(1)
})

test('changes of operators are mailed to all administrators, and a change of roles ends sessions', async () => {
  const world = await operatorsWorld({ fourEyes: false })
  const [ann, ben, cat] = [
    await world.anOperator('administrator'),
    await world.anOperator('administrator'),
    await world.anOperator('catalogue'),
  ]
  const [browser, theirs] = [await world.signIn(ann), await world.signIn(cat)]
  const input = { id: cat.operatorId, version: await versionOf(world, cat), roles: ['care'] }
  await world.call('/operators/roles', keyed(input), browser)
  expect(world.sent.map(({ to, template, params }) => [to, template, params])).toEqual(
    [ann, ben]
      .map(({ email }) => email)
      .toSorted()
      .map((email) => [email, 'operatorsChanged', { what: 'roles', name: cat.name, by: ann.name }]),
  )
  expect(await world.call('/session/me', {}, theirs)).toMatchObject({ errorCode: 'LOGIN_REQUIRED' })
})
