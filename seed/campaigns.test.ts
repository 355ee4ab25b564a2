import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { type CampaignsWorld, createCampaignsWorld } from '../test/support/campaigns.ts'
import { aTitle } from '../test/support/catalogue.ts'
import { visitor } from '../test/support/viewers.ts'
import { seedCampaigns } from './campaigns.ts'

let world: CampaignsWorld
const said: string[] = []
const say = (line: string) => void said.push(line)
beforeAll(async () => {
  world = await createCampaignsWorld()
})
afterAll(() => world.close())

test('a catalogue without the demo’s titles has no campaign, and starts', async () => {
  await seedCampaigns({ ...world, say })
  expect(await world.campaigns.isEmpty()).toBe(true)
  expect(said).toEqual([])
})

test('the demo has both campaigns, once: what an operator changes stays', async () => {
  const lines = readFileSync(join(import.meta.dirname, 'campaigns.jsonl'), 'utf8')
  const ids = new Set([...lines.matchAll(/"([a-z0-9]+)"(?=[,\]])/g)].map(([, id]) => id!))
  for (const id of JSON.parse(readFileSync(join(import.meta.dirname, 'titles.json'), 'utf8')) as { id: string }[]) {
    if (!ids.has(id.id)) continue
    await world.catalogue.createTitle(aTitle(id.id))
    await world.catalogue.publish(id.id)
  }
  await seedCampaigns({ ...world, say })
  expect(said).toEqual([])
  const review = await world.campaigns.show(visitor(), 'STUDENT_REVIEW')
  expect(review.state).toBe('running')
  expect(Math.round(review.startsAt!.until(review.endsAt!).total('hours') / 24)).toBe(61)
  const form = review.blocks.find((block) => block.kind === 'form')
  expect(form?.fields.map(({ type }) => type)).toContain('image')
  expect(form?.fields.find((field) => field.type === 'title')?.list).toHaveLength(5)
  const warriors = await world.campaigns.show(visitor({ language: 'en_US' }), 'WARRIORS48')
  expect(warriors.blocks.map(({ kind }) => kind)).toEqual(['text', 'rows', 'rows', 'code'])
  await sql`update campaign set withdrawn = true where code_name = 'WARRIORS48'`.execute(world.db)
  await seedCampaigns({ ...world, say })
  await expect(world.campaigns.show(visitor(), 'WARRIORS48')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
