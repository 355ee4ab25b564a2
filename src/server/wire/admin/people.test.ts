import { expect, test } from 'vitest'
import { newId } from '#server/kit/ids.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { keyed, operatorsWorld } from '../../../../test/support/operators.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'

test('people of one name stay two until they are merged; a new name is in all their titles', async () => {
  const world = await operatorsWorld()
  const ann = await world.signIn(await world.anOperator('catalogue'))
  const call = (path: string, input: object) => world.call(path, input, ann)
  const aPerson = async (zh_HK: string, en_US: string) => {
    const name = { zh_HK, en_US }
    const { personId } = await call('/people/save', keyed({ name }))
    return { personId: personId as string, name }
  }
  const [one, two] = [await aPerson('李小明', 'Lee Siu Ming'), await aPerson('李小明', 'Lee Siu Ming')]
  expect(one.personId).not.toBe(two.personId)
  const programId = newId()
  const draft = aTitleContent({ actors: [one, two], directors: [two] })
  expect(await call('/titles/publish', keyed({ programId, draft }))).toMatchObject({ result: 'SUCCESS' })
  const { list } = await call('/people/search', { text: 'siu ming' })
  expect(list).toHaveLength(2)
  expect(list[0].works).toMatchObject([{ programId }])
  expect(await call('/people/merge', keyed({ from: two.personId, into: two.personId }))).toMatchObject({
    errorCode: 'CONFLICT',
  })
  expect(await call('/people/merge', keyed({ from: two.personId, into: one.personId }))).toMatchObject({
    titles: 1,
  })
  const name = { zh_HK: '李小明', en_US: 'Lee Siu-ming' }
  await call('/people/save', keyed({ personId: one.personId, name }))
  const merged = [{ personId: one.personId, name }]
  expect(await call('/titles/find', { programId })).toMatchObject({ content: { actors: merged, directors: merged } })
  expect(await call('/people/save', keyed({ personId: two.personId, name }))).toMatchObject({
    errorCode: 'NOT_FOUND',
    message: problems.personUnknown({}),
  })
})
