import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestComments } from '../../../../test/support/comments.ts'

let testApp: Awaited<ReturnType<typeof createTestComments>>
beforeAll(async () => {
  testApp = await createTestComments()
})
afterAll(() => testApp.close())

const titleOf = async (programId: string) =>
  testApp.db
    .selectFrom('title')
    .select(['votes', 'rating', 'score'])
    .where('program_id', '=', programId)
    .executeTakeFirstOrThrow()

test('an account has one vote, whichever profile gives it; the next one replaces it', async () => {
  const me = await testApp.anAuthor()
  const sister = await testApp.aViewer({ accountId: me.accountId })
  expect(await testApp.rate(me, 10)).toMatchObject({ votes: 1, rating: 5, mine: 10 })
  expect(await testApp.rate(sister, 3)).toMatchObject({ votes: 1, rating: 1.5, mine: 3 })
  const other = await testApp.anAuthor()
  expect(await testApp.rate(other, 8)).toMatchObject({ votes: 2, rating: 2.75 })
  expect(await titleOf('film')).toEqual({ votes: 2, rating: 2.75, score: expect.closeTo((5.5 + 35) / 12, 5) })
  expect(await testApp.comments.ratings.find(me, 'film')).toMatchObject({ votes: 2, mine: 3 })
  expect(await testApp.comments.ratings.remove(me, 'film', testApp.client)).toMatchObject({ votes: 1, mine: null })
  expect(await testApp.comments.ratings.remove(me, 'film', testApp.client)).toMatchObject({ votes: 1, mine: null })
  await testApp.comments.ratings.remove(other, 'film', testApp.client)
  expect(await titleOf('film')).toEqual({ votes: 0, rating: 3.5, score: 3.5 })
})

test('a vote needs a verified e-mail address, and can be taken back without one', async () => {
  const me = await testApp.aViewer()
  await expect(testApp.rate(me, 10)).rejects.toMatchObject({ code: 'EMAIL_NEEDED' })
  expect(await testApp.comments.ratings.find(me, 'film')).toMatchObject({ votes: 0, mine: null })
  expect(await testApp.comments.ratings.remove(me, 'film', testApp.client)).toMatchObject({ mine: null })
})

test('votes at once are all counted, each account once', async () => {
  const viewers = await Promise.all(Array.from({ length: 6 }, () => testApp.anAuthor()))
  await Promise.all(viewers.flatMap((viewer) => [6, 10].map((halves) => testApp.rate(viewer, halves, 'series'))))
  const { votes, rating } = await titleOf('series')
  const given = await testApp.db.selectFrom('rating').select('halves').where('program_id', '=', 'series').execute()
  expect(given).toHaveLength(6)
  expect({ votes, rating }).toEqual({
    votes: 6,
    rating: expect.closeTo(given.reduce((sum, { halves }) => sum + halves / 2, 0) / 6, 5),
  })
})

test.each(['macau', 'draft', 'nowhere'])('a title that the viewer may not see has no rating: %s', async (programId) => {
  const me = await testApp.aViewer()
  const refused = { code: 'NOT_FOUND' }
  await expect(testApp.rate(me, 8, programId)).rejects.toMatchObject(refused)
  await expect(testApp.comments.ratings.find(me, programId)).rejects.toMatchObject(refused)
  await expect(testApp.comments.ratings.remove(me, programId, testApp.client)).rejects.toMatchObject(refused)
})

test('an account rates at most sixty times in ten minutes; another one behind the same address goes on', async () => {
  const me = await testApp.anAuthor()
  for (let n = 0; n < 60; n++) await testApp.rate(me, 2 + (n % 9), 'cartoon')
  await expect(testApp.rate(me, 4, 'cartoon')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect(await testApp.rate(await testApp.anAuthor(), 4, 'cartoon')).toMatchObject({ votes: 2 })
})

test('an erased account takes its votes with it', async () => {
  const [me, other] = [await testApp.anAuthor(), await testApp.anAuthor()]
  await testApp.rate(me, 2, 'adult')
  await testApp.rate(other, 10, 'adult')
  await testApp.db
    .transaction()
    .execute((tx) =>
      testApp.comments.domainModule.personalData!.erase(tx, { accountId: me.accountId, number: '', email: '' }),
    )
  expect(await titleOf('adult')).toMatchObject({ votes: 1, rating: 5 })
  expect(await testApp.comments.ratings.find(me, 'adult')).toMatchObject({ mine: null })
})
