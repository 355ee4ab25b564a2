import { expect, test } from 'vitest'
import { newId } from '#server/kit/ids.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { keyed, operatorsWorld } from '../../../../test/support/operators.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'

async function openWorld() {
  const world = await operatorsWorld()
  const ann = await world.signIn(await world.anOperator('catalogue'))
  const call = (path: string, input: object) => world.call(path, input, ann)
  const aPerson = async (zh_HK: string, en_US: string) => {
    const name = { zh_HK, en_US }
    const { personId } = await call('/people/save', keyed({ name }))
    return { personId: personId as string, name }
  }
  return { call, aPerson }
}

test('people of one name stay two until they are merged; a new name is in all their titles', async () => {
  const { call, aPerson } = await openWorld()
  const [one, two] = [await aPerson('李小明', 'Lee Siu Ming'), await aPerson('李小明', 'Lee Siu Ming')]
  expect(one.personId).not.toBe(two.personId)
  const programId = newId()
  const draft = aTitleContent({ actors: [one, two], directors: [two] })
  expect(await call('/titles/publish', keyed({ programId, draft }))).toMatchObject({ result: 'SUCCESS' })
  const { list } = await call('/people/search', { text: 'siu ming' })
  expect(list).toHaveLength(2)
  expect(list[0].works).toMatchObject([{ programId }])
  expect(
    await call(
      '/people/merge',
      keyed({ from: two.personId, into: two.personId, versions: { from: 1, into: 1 }, reason: 'one person' }),
    ),
  ).toMatchObject({
    errorCode: 'CONFLICT',
  })
  expect(
    await call(
      '/people/merge',
      keyed({ from: two.personId, into: one.personId, versions: { from: 1, into: 1 }, reason: 'one person' }),
    ),
  ).toMatchObject({
    titles: 1,
  })
  const name = { zh_HK: '李小明', en_US: 'Lee Siu-ming' }
  await call('/people/save', keyed({ personId: one.personId, version: 1, name }))
  const merged = [{ personId: one.personId, name }]
  expect(await call('/titles/find', { programId })).toMatchObject({ content: { actors: merged, directors: merged } })
  expect(await call('/people/save', keyed({ personId: two.personId, name }))).toMatchObject({
    errorCode: 'NOT_FOUND',
    message: problems.personUnknown({}),
  })
})

test('the list has each person once, with the titles that name them, in pages and by a part of either name', async () => {
  const { call, aPerson } = await openWorld()
  const publish = (people: Parameters<typeof aTitleContent>[0]) =>
    call('/titles/publish', keyed({ programId: newId(), draft: aTitleContent(people) }))
  const made = []
  for (const at of [1, 2, 3]) made.push(await aPerson(`名單${at}`, `Listed ${at}`))
  const actors = [made[0]!]
  await publish({ actors, directors: actors })
  await publish({ actors })
  const first = await call('/people/list', { filter: { text: 'listed' }, limit: 2 })
  expect(first).toMatchObject({
    total: 3,
    list: [
      { personId: made[0]!.personId, titles: 2 },
      { personId: made[1]!.personId, titles: 0, works: [] },
    ],
  })
  expect(first.list[0].works).toHaveLength(2)
  const second = await call('/people/list', { filter: { text: 'listed' }, limit: 2, after: first.next })
  expect(second.list).toMatchObject([{ personId: made[2]!.personId }])
  const backwards = await call('/people/list', { filter: { text: '名單' }, sort: '-name' })
  expect(backwards.list.map(({ name }: { name: { en_US: string } }) => name.en_US)).toEqual([
    'Listed 3',
    'Listed 2',
    'Listed 1',
  ])
  expect((await call('/people/list', { filter: { text: '%' } })).list).toEqual([])
})

test('who renames or merges a person whose name has changed meanwhile sees it first', async () => {
  const { call, aPerson } = await openWorld()
  const [one, two] = [await aPerson('陳大文', 'Chan Tai Man'), await aPerson('陳大民', 'Chan Tai Man')]
  const name = { zh_HK: '陳大文', en_US: 'Chan Tai-man' }
  expect(await call('/people/save', keyed({ personId: one.personId, version: 1, name }))).toMatchObject({
    result: 'SUCCESS',
  })
  for (const version of [1, undefined])
    expect(await call('/people/save', keyed({ personId: one.personId, version, name: two.name }))).toMatchObject({
      errorCode: 'VERSION_CONFLICT',
      current: { name, version: 2 },
    })
  const merge = (versions: object) =>
    call('/people/merge', keyed({ from: two.personId, into: one.personId, versions, reason: 'one person' }))
  expect(await merge({ from: 1, into: 1 })).toMatchObject({ message: problems.personRenamed({}) })
  expect(await merge({ from: 1, into: 2 })).toMatchObject({ result: 'SUCCESS' })
})
