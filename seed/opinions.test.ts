import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countGraphemes } from '#contract/visible-text.ts'
import { COMMENT_LENGTH } from '#contract/comments.ts'
import { aTitle } from '../test/support/catalogue.ts'
import { createTestComments } from '../test/support/comments.ts'
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
    await seedOpinions({ comments: world.comments, profiles }, { kind, accountId })
  }
  const reader = await world.aViewer()
  expect(await world.comments.ratings.find(reader, 'lighthouse')).toMatchObject({ votes: 3, rating: 4.5 })
  const lists = await Promise.all(['lighthouse', 'milktea'].map((programId) => world.list(reader, { programId })))
  expect(lists.map(({ total }) => total)).toEqual([2, 2])
})
