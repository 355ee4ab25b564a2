import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Domains } from '#server/app.ts'
import { createOperatorsWorld, type OperatorsWorld } from '../../../test/support/operators.ts'
import { readArguments, UsageError } from './command.ts'
import { OPERATORS, runOperators } from './operators.ts'

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())

const ANN = ['--email', 'Ann@Harbour.test', '--name', 'Ann Lee']

test.each([
  ['nothing', []],
  ['no roles', ['create', ...ANN]],
  ['an unknown role', ['create', ...ANN, '--roles', 'owner']],
  ['no name', ['create', '--email', 'ann@harbour.test', '--roles', 'care']],
  ['no address', ['reset']],
  ['what is no address', ['reset', '--email', 'ann']],
  ['an address to list', ['list', '--email', 'ann@harbour.test']],
])('the command operators refuses %s', (_, args) => {
  expect(() => readArguments(OPERATORS, args)).toThrow(UsageError)
})

const run = (...args: string[]) =>
  runOperators({ operators: world.operators } as Pick<Domains, 'operators'>, readArguments(OPERATORS, args))

const LINK = /^http:\/\/localhost:8080\/console\/#\/welcome\/([\w-]{43})$/

test('an operator is created, reset and unlocked by links that only the command prints, and each is recorded', async () => {
  expect(await run('list')).toEqual(['There is no operator.'])
  const [, first = ''] = await run('create', ...ANN, '--roles', 'administrator,care,care', '--operator', 'root')
  expect(first).toMatch(LINK)
  expect(await run('list')).toEqual(['ann@harbour.test  Ann Lee  administrator, care  invited'])
  await expect(run('create', ...ANN, '--roles', 'care')).rejects.toThrow('CONFLICT')
  const [, second = ''] = await run('reset', '--email', 'ann@harbour.test')
  const open = (link: string) => world.call('/session/open', { token: LINK.exec(link)![1] })
  expect(await open(first)).toMatchObject({ errorCode: 'NOT_FOUND' })
  expect(await open(second)).toMatchObject({ email: 'ann@harbour.test' })
  expect(await run('unlock', '--email', 'ANN@harbour.test')).toEqual(['Unlocked.'])
  for (const verb of ['reset', 'unlock'])
    await expect(run(verb, '--email', 'nobody@harbour.test')).rejects.toThrow('NOT_FOUND')
  expect(world.sent).toEqual([])
  const entries = await world.db.selectFrom('audit_entry').selectAll().orderBy('audit_entry_id').execute()
  expect(entries.map(({ action }) => action)).toEqual(['create operator', 'reset credentials', 'unlock operator'])
  expect(entries[0]).toMatchObject({ actor: 'operator:root', reason: 'by the command line' })
})

test('the audit log is compared with its daily digests, which the administrators have by mail', async () => {
  const own = await createOperatorsWorld()
  try {
    const check = () =>
      runOperators(
        { operators: own.operators } as Pick<Domains, 'operators'>,
        readArguments(OPERATORS, ['check-audit']),
      )
    const administrator = await own.anOperator('administrator')
    await own.anOperator('care')
    await own.signIn(administrator)
    expect(await check()).toEqual(['The audit log agrees with its digests of 0 days.'])
    own.clock.advance('PT24H')
    await own.operators.sendDigests()
    await own.operators.sendDigests()
    expect(own.sent).toMatchObject([
      {
        to: administrator.email,
        template: 'auditDigest',
        // As they signed in.
        language: 'en_US',
        params: { day: '2026-11-21', digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ])
    expect(await check()).toEqual(['The audit log agrees with its digests of 1 day.'])
    await own.pool.query(`set role harbour_ledger; alter table audit_entry disable trigger all;
      update audit_entry set action = 'x' where action = 'sign in'; reset role`)
    await expect(check()).rejects.toThrow('The audit log of 2026-11-21 is not what it was')
  } finally {
    await own.close()
  }
})
