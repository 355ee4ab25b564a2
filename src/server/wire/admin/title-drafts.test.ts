import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/kit/ids.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'

let world: OperatorsWorld
let ann: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
  ann = await world.signIn(await world.anOperator('catalogue'))
})
afterAll(() => world.close())

const call = (path: string, input: object) => world.call(`/titles/${path}`, input, ann)

test('of two windows of one operator the one that has not seen the newest draft neither saves nor drops, and is shown it', async () => {
  const [programId, draft] = [newId(), aTitleContent()]
  expect(await call('publish', keyed({ programId, draft }))).toMatchObject({ version: 1 })
  const saveIn = (releaseYear: number, revision?: string | null) =>
    call('saveDraft', { programId, draft: { ...draft, releaseYear }, baseVersion: 1, revision })
  const first = await saveIn(1991, null)
  const second = await saveIn(1992, first.revision)
  expect(second).toMatchObject({ result: 'SUCCESS', revision: expect.any(String) })
  const refused = {
    errorCode: 'VERSION_CONFLICT',
    current: { content: { releaseYear: 1992 }, revision: second.revision },
  }
  expect(await saveIn(1993, first.revision)).toMatchObject(refused)
  expect(await saveIn(1993, null)).toMatchObject(refused)
  expect(await call('dropDraft', { programId, revision: first.revision })).toMatchObject(refused)
  expect(await call('restore', { programId, version: 1, revision: first.revision })).toMatchObject(refused)
  expect((await call('find', { programId })).draft).toMatchObject({
    content: { releaseYear: 1992 },
    revision: second.revision,
  })
  // The same again, after a lost answer; and a window from before there were revisions.
  expect(await saveIn(1992, first.revision)).toMatchObject({ result: 'SUCCESS', revision: second.revision })
  expect(await saveIn(1994)).toMatchObject({ result: 'SUCCESS' })
  expect(await call('dropDraft', { programId })).toMatchObject({ result: 'SUCCESS' })
  expect((await call('find', { programId })).draft).toBeNull()
})
