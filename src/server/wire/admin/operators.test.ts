import { expect, test } from 'vitest'
import { newId } from '#server/kit/ids.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { keyed, operatorsWorld } from '../../../../test/support/operators.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'

test('drafts and plans of who is disabled go to the operator who takes them over, whose own drafts stay', async () => {
  const world = await operatorsWorld()
  const [ann, ben] = [await world.anOperator('catalogue'), await world.anOperator('catalogue')]
  const [asAnn, asBen] = [await world.signIn(ann), await world.signIn(ben)]
  const ada = await world.signIn(await world.anOperator('administrator'))
  const save = async (browser: typeof asAnn, programId: string, en_US: string) =>
    world.call(
      '/titles/saveDraft',
      { programId, baseVersion: 1, draft: aTitleContent({ title: { zh_HK: '片', en_US } }) },
      browser,
    )
  const aTitle = async () => {
    const programId = newId()
    const draft = aTitleContent()
    expect(await world.call('/titles/publish', keyed({ programId, draft }), asAnn)).toMatchObject({ version: 1 })
    return programId
  }
  const [handed, kept, planned] = [await aTitle(), await aTitle(), await aTitle()]
  await save(asAnn, handed, 'Of Ann')
  await save(asAnn, kept, 'Of Ann')
  await save(asBen, kept, 'Of Ben')
  const draft = aTitleContent({ credits: 9 })
  const at = world.clock.now().add({ hours: 1 }).toString()
  expect(await world.call('/titles/plan', keyed({ programId: planned, draft, at, version: 1 }), asAnn)).toMatchObject({
    result: 'SUCCESS',
  })

  const disable = (handTo: string) =>
    world.call('/operators/disable', keyed({ id: ann.operatorId, handTo, reason: 'left' }), ada)
  const care = await world.anOperator('care')
  expect(await disable(care.operatorId)).toMatchObject({ message: problems.operatorWithoutRole({}) })
  expect(await disable(newId())).toMatchObject({ message: problems.operatorUnknown({}) })
  expect(await disable(ann.operatorId)).toMatchObject({ message: problems.operatorDisabled({}) })
  expect(await disable(ben.operatorId)).toMatchObject({ result: 'SUCCESS', handed: 2 })

  const find = (programId: string) => world.call('/titles/find', { programId }, asBen)
  expect((await find(handed)).draft.content.title.en_US).toBe('Of Ann')
  expect(await find(kept)).toMatchObject({ draft: { content: { title: { en_US: 'Of Ben' } } }, others: [{}] })
  expect((await find(planned)).plan).toMatchObject({ by: `operator:${ben.name}` })
  const { list } = await world.call('/audit/list', { filter: { subject: `operator:${ann.operatorId}` } }, ada)
  expect(list[0]).toMatchObject({ action: 'disable operator', details: { handTo: ben.operatorId, handed: 2 } })
})
