import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSilence, find, silence } from '#contract/admin/health.ts'
import { createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())

const silencedUntil = async (browser: Awaited<ReturnType<OperatorsWorld['signIn']>>) => {
  const { list } = await world.call(find.path, {}, browser)
  return (list as { name: string; silencedUntil: string | null }[]).find(({ name }) => name === 'backup')!.silencedUntil
}

test('an administrator silences a line for an hour, and takes it back; everybody sees it, the audit log has both', async () => {
  const admin = await world.signIn(await world.anOperator('administrator'))
  const care = await world.signIn(await world.anOperator('care'))
  const answer = await world.call(silence.path, keyed({ name: 'backup' }), admin)
  expect(
    Temporal.Instant.from(answer.silencedUntil as string)
      .since(world.clock.now())
      .total('minutes'),
  ).toBe(60)
  expect(await silencedUntil(care)).toBe(answer.silencedUntil)
  expect(await world.call(endSilence.path, keyed({ name: 'backup' }), care)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
  expect(await silencedUntil(care)).toBe(answer.silencedUntil)
  expect(await world.call(endSilence.path, keyed({ name: 'backup' }), admin)).toMatchObject({ result: 'SUCCESS' })
  expect(await silencedUntil(care)).toBeNull()
  const { rows } = await world.pool.query(
    `select action, after from audit_entry where subject = 'health:backup' order by audit_entry_id`,
  )
  expect(rows).toEqual([
    { action: 'silence alarm', after: { silencedUntil: answer.silencedUntil } },
    { action: 'end silence of alarm', after: { silencedUntil: null } },
  ])
})

test('a line that health does not have cannot be silenced', async () => {
  const admin = await world.signIn(await world.anOperator('administrator'))
  expect(await world.call(silence.path, keyed({ name: 'weather' }), admin)).toMatchObject({
    errorCode: 'INVALID_INPUT',
  })
})
