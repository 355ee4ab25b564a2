import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Domains } from '#server/app.ts'
import {
  aCampaign,
  answersAbout,
  type CampaignsWorld,
  createCampaignsWorld,
  marketingVersion,
} from '../../../test/support/campaigns.ts'
import { refusedWith } from '../../../test/support/refused-with.ts'
import { readArguments, UsageError } from './command.ts'
import { CAMPAIGNS, runCampaigns } from './campaigns.ts'

let world: CampaignsWorld
let folder: string
beforeAll(async () => {
  world = await createCampaignsWorld()
  folder = await mkdtemp(join(tmpdir(), 'harbour-campaigns-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['nothing', []],
  ['another action', ['import', 'REVIEW']],
  ['a campaign to list', ['list', 'REVIEW']],
  ['no campaign', ['submissions']],
  ['two submissions', ['show', 'K7QM-2XPD', 'K7QM-2XPE']],
  ['a field without a file', ['show', 'K7QM-2XPD', '--field', 'drawing']],
  ['an export to nowhere', ['export', 'REVIEW']],
  ['an export to an empty name', ['export', 'REVIEW', '--folder', ' ']],
  ['a deletion without a reason', ['delete', 'K7QM-2XPD']],
  ['an image of what is not shown', ['delete', 'K7QM-2XPD', '--reason', 'a', '--image', 'a.jpg']],
  ['help', ['--help']],
])('the command campaigns refuses %s', (_, args) => {
  expect(() => readArguments(CAMPAIGNS, args)).toThrow(UsageError)
})

/** What the command prints. */
async function run(...args: string[]): Promise<string> {
  const isAudited = ['show', 'export', 'delete'].includes(args[0]!)
  const command = readArguments(CAMPAIGNS, [...args, ...(isAudited ? ['--operator', 'ann'] : [])])
  const domains = { campaigns: world.campaigns } as Pick<Domains, 'campaigns'>
  return (await runCampaigns(domains, command, { from: folder, now: world.clock.now() })).join('\n')
}

test('submissions are listed without who sent them, shown, exported and deleted', async () => {
  expect(await run('list')).toBe('There is no campaign.')
  await world.put(aCampaign(['film', 'other']))
  expect(await run('submissions', 'REVIEW')).toBe('Nothing was sent.')
  const answers = { ...answersAbout('film'), penName: '小\u001b[2J樁', drawing: await world.anImage() }
  const number = await world.send({ answers, marketingVersion: marketingVersion() })
  expect(await run('list')).toMatch(/^REVIEW {2}running {2}學生影評 · Student reviews; .*; 1 submissions$/)
  const listed = await run('submissions', 'REVIEW')
  expect(listed).toMatch(
    new RegExp(`^${number}  sent .*:\\d\\d\\+08:00; zh_HK; visitor; agrees to marketing; images: drawing$`),
  )
  const shown = await run('show', number, '--image', 'drawing.jpg')
  for (const line of ['    筆名:', '      小[2J樁', '      student@example.com'])
    expect(shown.split('\n')).toContain(line)
  expect(shown).toContain('我同意比賽條款。')
  expect((await readFile(join(folder, 'drawing.jpg'))).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  await expect(run('show', number, '--image', 'drawing.jpg')).rejects.toThrow('cannot be written')
  expect(await run('export', 'REVIEW', '--folder', 'reviews')).toBe('1 submissions are in reviews.')
  expect((await readdir(join(folder, 'reviews'))).toSorted()).toEqual([`${number}-drawing.jpg`, 'submissions.jsonl'])
  const [line] = (await readFile(join(folder, 'reviews', 'submissions.jsonl'), 'utf8')).split('\n')
  expect(JSON.parse(line!)).toMatchObject({
    submissionNumber: number,
    isMember: false,
    pictures: [`${number}-drawing.jpg`],
  })
  await expect(run('export', 'REVIEW', '--folder', 'reviews')).rejects.toThrow('cannot be written')
  expect(await run('delete', number, '--reason', 'asked by its sender')).toBe('Deleted.')
  expect(await refusedWith(run('show', number))).toContain('There is no submission')
  expect((await world.auditOf(`submission:${number}`)).at(-1)).toMatchObject({
    actor: 'operator:ann',
    action: 'delete campaign submission',
    reason: 'asked by its sender',
  })
})

test('an image for pages is registered under its name', async () => {
  expect(await run('image', 'Poster.JPG')).toBe(`${'a'.repeat(24)}/poster.jpg`)
})
