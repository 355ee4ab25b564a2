import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countGraphemes } from '#contract/visible-text.ts'
import { COMMENT_LENGTH } from '#contract/comments.ts'
import { aTitle } from '../test/support/catalogue.ts'
import { createTestComments, FINE } from '../test/support/comments.ts'
import { seedOpinions } from './opinions.ts'

type Opinions = Record<string, { ratings: object; comments: { programId: string; text: string }[] }>
const opinions = JSON.parse(readFileSync(join(import.meta.dirname, 'opinions.json'), 'utf8')) as Opinions
const titles = JSON.parse(readFileSync(join(import.meta.dirname, 'titles.json'), 'utf8')) as { id: string }[]

let world: Awaited<ReturnType<typeof createTestComments>>
beforeAll(async () => {
  world = await createTestComments()
})
afterAll(() => world.close())

test('accounts rate titles of the demo and comment on them, in comments that the form would take', () => {
  for (const { ratings, comments } of Object.values(opinions)) {
    for (const id of [...Object.keys(ratings), ...comments.map(({ programId }) => programId)])
      expect(titles.map((title) => title.id)).toContain(id)
    for (const { text } of comments) {
      expect(countGraphemes(text)).toBeGreaterThanOrEqual(COMMENT_LENGTH.min)
      expect(countGraphemes(text)).toBeLessThanOrEqual(COMMENT_LENGTH.max)
    }
  }
})

test('ratings count and comments are published; what is gone from the catalogue is left out', async () => {
  for (const programId of ['lighthouse', 'milktea']) {
    await world.catalogue.createTitle(aTitle(programId))
    await world.catalogue.publish(programId)
  }
  for (const kind of ['plain', 'history', 'plan', 'movie6']) {
    const { accountId, profileId } = await world.anAuthor()
    const profiles = { list: async () => [{ profileId }] as never }
    await seedOpinions({ db: world.db, comments: world.comments, profiles }, { kind, accountId })
  }
  const reader = await world.aViewer()
  expect(await world.comments.ratings.find(reader, 'lighthouse')).toMatchObject({ votes: 3, rating: 4.5 })
  const lists = await Promise.all(['lighthouse', 'milktea'].map((programId) => world.list(reader, { programId })))
  expect(lists.map(({ total }) => total)).toEqual([2, 2])
})

test('what an account has rated and commented on itself stays; a repetition adds nothing, and finishes an interrupted one', async () => {
  const { rate, write } = world
  const author = await world.anAuthor()
  const { accountId, profileId } = author
  const profiles = { list: async () => [{ profileId }] as never }
  await rate(author, 3, 'lighthouse')
  await write(author, FINE, 'milktea')
  // Interrupted before its review.
  await write(author, opinions['history']!.comments[0]!.text, 'lighthouse')
  const given = async () => ({
    ratings: await world.db.selectFrom('rating').selectAll().where('account_id', '=', accountId).execute(),
    comments: await world.db.selectFrom('comment').selectAll().where('account_id', '=', accountId).execute(),
  })
  const seed = () => seedOpinions({ db: world.db, comments: world.comments, profiles }, { kind: 'history', accountId })
  await seed()
  const first = await given()
  const ratings = first.ratings.map(({ program_id, halves }) => [program_id, halves]).toSorted()
  expect(ratings).toEqual([
    ['lighthouse', 3],
    ['milktea', 8],
  ])
  const comments = first.comments.map(({ program_id, status }) => [program_id, status]).toSorted()
  expect(comments).toEqual([
    ['lighthouse', 'published'],
    ['milktea', 'waiting'],
  ])
  expect(first.comments.find(({ program_id }) => program_id === 'milktea')?.text).toBe(FINE)
  world.clock.advance('PT1H')
  await seed()
  expect(await given()).toEqual(first)
})
