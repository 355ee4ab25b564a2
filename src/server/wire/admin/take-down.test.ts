import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/kit/ids.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'

let world: OperatorsWorld
let ann: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
  ann = await world.signIn(await world.anOperator('catalogue'))
})
afterAll(() => world.close())

const call = (path: string, input: object, browser = ann) => world.call(`/titles/${path}`, input, browser)
const takeDown = (programId: string, browser = ann) =>
  call('takeDown', keyed({ programId, reason: 'an order of the court' }), browser)
const stored = (programId: string) =>
  world.db
    .selectFrom('title')
    .select(['state', 'taken_down_at as takenDownAt'])
    .where('program_id', '=', programId)
    .executeTakeFirstOrThrow()

let shade = 0
/** @returns `{hash}/{name}` */
async function anImage(): Promise<string> {
  const background = { r: shade++, g: 120, b: 90 }
  const bytes = await sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .png()
    .toBuffer()
  return world.images.add(bytes, 'Night.png')
}

async function isShown(image: string): Promise<boolean> {
  const [hash, name] = image.split('/') as [string, string]
  world.images.domainModule.caches.forEach((cache) => cache.clear())
  await expect.poll(() => world.images.shareCard({ hash, name, client: [] })).toBeDefined()
  return true
}

async function isRefused(image: string): Promise<boolean> {
  const [hash, name] = image.split('/') as [string, string]
  world.images.domainModule.caches.forEach((cache) => cache.clear())
  await expect.poll(() => world.images.shareCard({ hash, name, client: [] })).toBeUndefined()
  return true
}

async function aPublished(images: { keyart: string; hero: string }) {
  const [programId, draft] = [newId(), aTitleContent({ images: { landscape: '', art: '', ...images } })]
  expect(await call('publish', keyed({ programId, draft }))).toMatchObject({ version: 1 })
  return { programId, draft }
}

test('a title that is taken down is withdrawn with its own images, whatever is its version, and stays so until that is lifted', async () => {
  const [own, shared] = [await anImage(), await anImage()]
  const { programId, draft } = await aPublished({ keyart: own, hero: shared })
  await aPublished({ keyart: shared, hero: '' })
  const tia = await world.signIn(await world.anOperator('administrator'))
  expect(await takeDown(programId, tia)).toMatchObject({ version: 2, rentals: 0, images: 1 })
  expect(await stored(programId)).toMatchObject({ state: 'withdrawn', takenDownAt: expect.anything() })
  expect(await isRefused(own)).toBe(true)
  expect(await isShown(shared)).toBe(true)
  expect(await call('find', { programId })).toMatchObject({ state: 'withdrawn', takenDownAt: expect.any(String) })

  const refused = { errorCode: 'CONFLICT', message: problems.titleTakenDown({}) }
  expect(await takeDown(programId)).toMatchObject(refused)
  expect(await call('bringBack', keyed({ programId, version: 2 }))).toMatchObject(refused)
  expect(await call('publish', keyed({ programId, draft, version: 2 }))).toMatchObject(refused)
  const at = world.clock.now().add({ hours: 1 }).toString()
  expect(await call('plan', keyed({ programId, draft, version: 2, at }))).toMatchObject(refused)
  const change = { field: 'state', state: 'published' }
  expect(await call('tryBulk', { titles: [{ programId, version: 2 }], change })).toMatchObject({
    changed: 0,
    skip: [{ reason: 'REFUSED' }],
  })
  await expect(
    world.db.updateTable('title').set({ state: 'published' }).where('program_id', '=', programId).execute(),
  ).rejects.toThrow('title_taken_down_unpublished')

  expect(await call('liftTakeDown', keyed({ programId, reason: 'the order was set aside' }))).toMatchObject({
    version: 2,
  })
  expect(await stored(programId)).toEqual({ state: 'withdrawn', takenDownAt: null })
  expect(await isShown(own)).toBe(true)
  expect(await call('bringBack', keyed({ programId, version: 2 }))).toMatchObject({ version: 3 })
  expect(await call('liftTakeDown', keyed({ programId, reason: 'once more' }))).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.titleNotTakenDown({}),
  })
})

test('a withdrawn title can be taken down as well; a publication that was planned before is not carried out', async () => {
  const { programId, draft } = await aPublished({ keyart: await anImage(), hero: '' })
  const at = world.clock.now().add({ minutes: 5 }).toString()
  expect(await call('plan', keyed({ programId, draft: { ...draft, credits: 9 }, version: 1, at }))).toMatchObject({
    plannedId: expect.any(String),
  })
  expect(await call('withdraw', keyed({ programId, version: 1 }))).toMatchObject({ version: 2 })
  expect(await takeDown(programId)).toMatchObject({ version: 2 })
  world.clock.advance('PT6M')
  await world.runTitlePlans()
  expect(await stored(programId)).toMatchObject({ state: 'withdrawn' })
  expect(world.sent).toContainEqual(
    expect.objectContaining({ template: 'planFailed', params: { title: draft.title, cause: 'changed' } }),
  )
})

test.each([
  ['without a reason', { programId: 'x' }, 'INVALID_INPUT'],
  ['of a title that there is not', { programId: 'none', reason: 'an order' }, 'NOT_FOUND'],
])('%s nothing is taken down', async (_, input, errorCode) => {
  expect(await call('takeDown', keyed(input))).toMatchObject({ errorCode })
})

test('of two who take a title down at once one does, and an edit at that moment is not lost', async () => {
  const { programId, draft } = await aPublished({ keyart: await anImage(), hero: '' })
  const answers = await Promise.all([
    takeDown(programId),
    takeDown(programId),
    call('publish', keyed({ programId, draft: { ...draft, kids: true }, version: 1 })),
  ])
  expect(
    answers
      .slice(0, 2)
      .map(({ result }) => result)
      .toSorted(),
  ).toEqual(['FAILED', 'SUCCESS'])
  expect(await stored(programId)).toMatchObject({ state: 'withdrawn', takenDownAt: expect.anything() })
})

test('an image of two titles that were taken down, also at once, is refused until both are lifted', async () => {
  const shared = await anImage()
  const [one, other] = [await aPublished({ keyart: shared, hero: '' }), await aPublished({ keyart: '', hero: shared })]
  await Promise.all([takeDown(one.programId), takeDown(other.programId)])
  expect(await isRefused(shared)).toBe(true)
  const lift = ({ programId }: { programId: string }) =>
    call('liftTakeDown', keyed({ programId, reason: 'the order was set aside' }))
  await lift(one)
  expect(await isRefused(shared)).toBe(true)
  await lift(other)
  expect(await isShown(shared)).toBe(true)
})
