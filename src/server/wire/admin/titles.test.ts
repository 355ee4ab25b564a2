import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TitleContent } from '#contract/admin/titles.ts'
import { newId } from '#server/kit/ids.ts'
import type { AssetAttachment } from '#server/domains/catalogue/index.ts'
import { inTransaction, sql } from '#server/kit/db.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { anEpisode, aTitleContent } from '../../../../test/support/title-content.ts'

let world: OperatorsWorld
let ann: Browser
let ben: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
  ann = await world.signIn(await world.anOperator('catalogue'))
  ben = await world.signIn(await world.anOperator('catalogue'))
})
afterAll(() => world.close())

const call = (path: string, input: object, browser = ann) => world.call(`/titles/${path}`, input, browser)
const publish = (programId: string, draft: TitleContent, version?: number, browser = ann) =>
  call('publish', keyed({ programId, draft, version }), browser)

async function aPublished(change: Partial<TitleContent> = {}): Promise<{ programId: string; draft: TitleContent }> {
  const [programId, draft] = [newId(), aTitleContent(change)]
  expect(await publish(programId, draft)).toMatchObject({ result: 'SUCCESS', version: 1 })
  return { programId, draft }
}

const namesFor = async (filter: object, sort?: string) =>
  (await call('list', { filter, sort, limit: 200 })).list.map(({ title }: { title: { en_US: string } }) => title.en_US)

async function aPerson(zh_HK: string, en_US: string) {
  const name = { zh_HK, en_US }
  const { personId } = await world.call('/people/save', keyed({ name }), ann)
  return { personId: personId as string, name }
}

test('a draft is no title for viewers until it is published, and then reads as it was typed', async () => {
  const person = await aPerson('陳大文', 'Chan Tai Man')
  const draft = aTitleContent({
    title: { zh_HK: '草稿', en_US: 'A Draft' },
    actors: [person],
    focus: { hero: { x: 20, y: 80 }, art: null },
    tags: [{ tagId: newId(), name: { zh_HK: '海', en_US: 'Sea' } }],
    vodTypes: ['PAY PER RENT'],
    credits: 18,
    windows: [{ region: 'MO', startsAt: '2026-06-01T08:00:00+08:00', endsAt: '2027-06-01T08:00:00+08:00' }],
  })
  const saved = await call('saveDraft', { draft, baseVersion: 0 })
  expect(saved).toMatchObject({ result: 'SUCCESS', programId: expect.any(String) })
  const { programId } = saved
  expect(await world.db.selectFrom('title').selectAll().where('program_id', '=', programId).execute()).toEqual([])
  expect(await call('find', { programId })).toMatchObject({ state: 'draft', version: 0, content: null, others: [] })
  expect(await call('find', { programId }, ben)).toMatchObject({ draft: null, otherDraft: { title: draft.title } })
  expect(await namesFor({ text: 'a draft', state: 'draft' })).toEqual(['A Draft'])
  const { list } = await call('list', { filter: { text: 'a draft' }, sort: '-updated', limit: 10 })
  expect(list).toMatchObject([{ credits: 18, windows: [{ region: 'MO' }] }])

  expect(await publish(programId, draft)).toMatchObject({ result: 'SUCCESS', version: 1 })
  const found = await call('find', { programId })
  expect(found).toMatchObject({ state: 'live', version: 1, draft: null })
  expect(found.content).toEqual({
    ...draft,
    windows: [{ region: 'MO', startsAt: '2026-06-01T00:00:00.000Z', endsAt: '2027-06-01T00:00:00.000Z' }],
  })
  expect(await namesFor({ text: 'tai man' })).toEqual(['A Draft'])
})

test('a publication names what is there now to whom began from an older version, and writes nothing', async () => {
  const { programId, draft } = await aPublished()
  await call('saveDraft', { programId, draft: { ...draft, kids: true }, baseVersion: 1 }, ben)
  const mine = { ...draft, title: { zh_HK: '新名', en_US: 'A New Name' } }
  expect(await publish(programId, mine, 1)).toMatchObject({ result: 'SUCCESS', version: 2 })
  const refused = await publish(programId, { ...draft, kids: true }, 1, ben)
  expect(refused).toMatchObject({
    errorCode: 'VERSION_CONFLICT',
    current: { version: 2, content: { title: mine.title, kids: false } },
    by: expect.stringMatching(/^operator:op-/),
  })
  // What they merge has the base, too.
  expect(await call('version', { programId, version: 1 }, ben)).toMatchObject({ content: { title: draft.title } })
  expect(await publish(programId, { ...mine, kids: true }, 2, ben)).toMatchObject({ version: 3 })
  expect(await call('find', { programId })).toMatchObject({ content: { title: mine.title, kids: true } })
})

test('of two who publish one version at once one is refused', async () => {
  const { programId, draft } = await aPublished()
  const answers = await Promise.all(
    [ann, ben, ann].map((browser, at) => publish(programId, { ...draft, releaseYear: 2_000 + at }, 1, browser)),
  )
  expect(answers.map(({ result }) => result).toSorted()).toEqual(['FAILED', 'FAILED', 'SUCCESS'])
  for (const { result, errorCode } of answers) if (result === 'FAILED') expect(errorCode).toBe('VERSION_CONFLICT')
})

test('what may not be published is refused with how much is missing; the draft stays', async () => {
  const draft = aTitleContent({ title: { zh_HK: '', en_US: '' }, windows: [] })
  const { programId } = await call('saveDraft', { draft, baseVersion: 0 })
  const { issues } = await call('check', { programId, draft })
  expect(issues.filter(({ blocks }: { blocks: boolean }) => blocks)).toHaveLength(3)
  expect(await publish(programId, draft)).toMatchObject({
    errorCode: 'INVALID_INPUT',
    message: problems.titleIncomplete({ count: 3 }),
  })
  expect(await call('find', { programId })).toMatchObject({ draft: { content: draft } })
})

test('an id that is taken, and a version of a title that does not exist, are refused', async () => {
  const { programId, draft } = await aPublished()
  expect(await publish(programId, draft)).toMatchObject({ errorCode: 'VERSION_CONFLICT' })
  expect(await publish(newId(), draft, 3)).toMatchObject({ errorCode: 'NOT_FOUND' })
})

test('episodes are added, changed and removed with the series; one that is gone loses its video', async () => {
  const { programId, draft } = await aPublished({
    programType: 'drama',
    classify: 'drama',
    episodes: [anEpisode(1, 1), anEpisode(1, 2)],
  })
  await sql`insert into title_asset (program_guid, role, program_id, asset_id, duration_ms, width, height, max_resolution, dolby_atmos,
      dolby_digital, dolby_digital_plus, stereo_aac51, attached_at)
    select ${`${programId}.s1e`} || n, 'film', ${programId}, 'asset' || n, 60000, 640, 360, 'SD', false, false, false, false, now()
    from generate_series(1, 2) n`.execute(world.db)
  const episodes = [{ ...anEpisode(1, 2), endPosition: 50 }, anEpisode(2, 1)]
  expect(await publish(programId, { ...draft, episodes }, 1)).toMatchObject({ version: 2 })
  const found = await call('find', { programId })
  expect(found.content.episodes).toEqual(episodes)
  expect(found.assets.map(({ programGuid }: { programGuid: string }) => programGuid)).toEqual([`${programId}.s1e2`])
})

test('a withdrawn title is gone for viewers, says how many rentals run, and comes back as it was', async () => {
  const { programId } = await aPublished({ title: { zh_HK: '下架', en_US: 'Withdrawn' } })
  expect(await call('bringBack', keyed({ programId, version: 1 }))).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.titleState({ state: 'published' }),
  })
  expect(await call('withdraw', keyed({ programId, version: 7 }))).toMatchObject({ errorCode: 'VERSION_CONFLICT' })
  expect(await call('withdraw', keyed({ programId, version: 1 }))).toMatchObject({ version: 2, rentals: 0 })
  expect(await call('find', { programId })).toMatchObject({ state: 'withdrawn', version: 2 })
  expect(await namesFor({ state: 'withdrawn' })).toEqual(['Withdrawn'])
  expect(await call('withdraw', keyed({ programId }))).toMatchObject({ errorCode: 'CONFLICT' })
  expect(await call('bringBack', keyed({ programId, version: 2 }))).toMatchObject({ version: 3 })
  expect(await call('find', { programId })).toMatchObject({ state: 'live' })
})

test('a planned publication is carried out at its time, as its author, once by several workers', async () => {
  const { programId, draft } = await aPublished()
  const next = { ...draft, releaseYear: 1_999 }
  const at = world.clock.now().add({ hours: 1 }).toString()
  const plan = (input: object) => call('plan', keyed({ programId, draft: next, version: 1, at, ...input }))
  expect(await plan({ at: world.clock.now().toString() })).toMatchObject({ message: problems.planPast({}) })
  expect(await plan({ version: 2 })).toMatchObject({ errorCode: 'VERSION_CONFLICT' })
  const { plannedId } = await plan({})
  expect(await plan({})).toMatchObject({ message: problems.titlePlanned({}) })
  expect(await call('find', { programId })).toMatchObject({ plan: { plannedId, baseVersion: 1 } })
  await world.runTitlePlans()
  expect(await call('find', { programId })).toMatchObject({ version: 1 })

  world.clock.advance('PT1H')
  const browser = await world.signIn(await world.anOperator('catalogue'))
  await Promise.all([world.runTitlePlans(), world.runTitlePlans(), world.runTitlePlans()])
  expect(await call('find', { programId }, browser)).toMatchObject({
    version: 2,
    plan: null,
    content: { releaseYear: 1_999 },
  })
  const entries = await world.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject', '=', `title:${programId}`)
    .execute()
  expect(entries.filter(({ action }) => action === 'publish title')).toHaveLength(2)
  ann = browser
  ben = await world.signIn(await world.anOperator('catalogue'))
})

test('a plan whose title has changed since is not carried out, and says so', async () => {
  const { programId, draft } = await aPublished()
  const at = world.clock.now().add({ minutes: 10 }).toString()
  await call('plan', keyed({ programId, draft: { ...draft, kids: true }, version: 1, at }))
  await publish(programId, { ...draft, releaseYear: 1_990 }, 1)
  world.clock.advance('PT10M')
  await world.runTitlePlans()
  expect(await call('find', { programId })).toMatchObject({
    version: 2,
    content: { kids: false },
    plan: null,
    failedPlan: { by: expect.stringMatching(/^operator:op-/), cause: 'changed' },
  })
})

test('a plan that is removed becomes the draft of who removes it', async () => {
  const { programId, draft } = await aPublished()
  const at = world.clock.now().add({ hours: 1 }).toString()
  const { plannedId } = await call('plan', keyed({ programId, draft: { ...draft, kids: true }, version: 1, at }))
  expect(await call('unplan', keyed({ programId: newId(), plannedId }))).toMatchObject({ errorCode: 'NOT_FOUND' })
  expect(await call('unplan', keyed({ programId, plannedId }))).toMatchObject({ result: 'SUCCESS', isDraft: true })
  expect(await call('find', { programId })).toMatchObject({
    plan: null,
    draft: { content: { kids: true }, baseVersion: 1 },
  })
})

test('what was typed after a plan was made stays when it is carried out', async () => {
  const { programId, draft } = await aPublished()
  await call('saveDraft', { programId, draft: { ...draft, kids: true }, baseVersion: 1 })
  const at = world.clock.now().add({ minutes: 5 }).toString()
  await call('plan', keyed({ programId, draft: { ...draft, kids: true }, version: 1, at }))
  await call('saveDraft', { programId, draft: { ...draft, kids: true, releaseYear: 1_955 }, baseVersion: 1 })
  world.clock.advance('PT5M')
  await world.runTitlePlans()
  expect(await call('find', { programId })).toMatchObject({
    version: 2,
    content: { kids: true, releaseYear: 2_026 },
    draft: { content: { releaseYear: 1_955 }, baseVersion: 1 },
  })
})

test('a title that was never published and is planned keeps its draft, until the plan is removed', async () => {
  const draft = aTitleContent()
  const { programId } = await call('saveDraft', { draft, baseVersion: 0 })
  const at = world.clock.now().add({ hours: 1 }).toString()
  const { plannedId } = await call('plan', keyed({ programId, draft, at }))
  expect(await call('dropDraft', { programId })).toMatchObject({ message: problems.titlePlanned({}) })
  expect(await call('unplan', keyed({ programId, plannedId }))).toMatchObject({ isDraft: false })
  expect(await call('dropDraft', { programId })).toMatchObject({ result: 'SUCCESS' })
  expect(await call('find', { programId })).toMatchObject({ errorCode: 'NOT_FOUND' })
})

test('a plan of an operator who was disabled since is held until another one continues it', async () => {
  const { programId, draft } = await aPublished()
  const gone = await world.anOperator('catalogue')
  const at = world.clock.now().add({ minutes: 5 }).toString()
  await call('plan', keyed({ programId, draft: { ...draft, kids: true }, version: 1, at }), await world.signIn(gone))
  await world.db
    .updateTable('operator')
    .set({ disabled_at: world.clock.now() })
    .where('email', '=', gone.email)
    .execute()
  world.clock.advance('PT5M')
  await world.runTitlePlans()
  expect(await call('find', { programId })).toMatchObject({ version: 1, failedPlan: null })
  const another = await world.signIn(await world.anOperator('catalogue'))
  const { list } = await world.call('/planned/held', {}, another)
  const plan = list.find(({ by }: { by: string }) => by === `operator:${gone.name}`)
  expect(plan).toMatchObject({ kind: 'title', title: draft.title })
  const { plannedId } = plan
  expect(await world.call('/planned/continue', keyed({ plannedId }), another)).toMatchObject({ result: 'SUCCESS' })
  expect(await world.call('/planned/continue', keyed({ plannedId }), another)).toMatchObject({ errorCode: 'CONFLICT' })
  await world.runTitlePlans()
  expect(await world.call('/titles/find', { programId }, another)).toMatchObject({ version: 2, plan: null })
})

test('a title that an import changed while it was edited has the base of the merge, and what is there now', async () => {
  const { programId, draft } = await aPublished()
  await world.updateTitle(programId, { releaseYear: 1_971 })
  expect(await publish(programId, { ...draft, kids: true }, 1)).toMatchObject({
    errorCode: 'VERSION_CONFLICT',
    current: { version: 2, content: { releaseYear: 1_971 } },
    by: 'system',
  })
  expect(await call('version', { programId, version: 1 })).toMatchObject({ content: { releaseYear: 2_026 } })
  expect(await call('version', { programId, version: 2 })).toMatchObject({ content: { releaseYear: 1_971 } })
})

test('the history names fields and people; an old version becomes a draft, never a publication', async () => {
  const { programId, draft } = await aPublished()
  await publish(programId, { ...draft, kids: true, releaseYear: 1_980 }, 1)
  const { list, next } = await call('history', { programId })
  expect(next).toBeNull()
  expect(list).toMatchObject([
    { version: 2, kind: 'publish', fields: ['kids', 'releaseYear'], actor: expect.stringMatching(/^operator:op-/) },
    { version: 1, kind: 'publish' },
  ])
  expect(await call('restore', { programId, version: 9 })).toMatchObject({ errorCode: 'NOT_FOUND' })
  expect(await call('restore', { programId, version: 1 })).toMatchObject({ result: 'SUCCESS' })
  const found = await call('find', { programId })
  expect(found).toMatchObject({
    version: 2,
    content: { kids: true },
    draft: { content: { kids: false }, baseVersion: 2 },
  })
  expect(await call('find', { programId }, ben)).toMatchObject({
    draft: null,
    others: [{ operator: expect.any(String) }],
  })
})

test('a title that was imported keeps what it was, as the base of the first draft', async () => {
  const { programId, draft } = await aPublished()
  await world.db
    .updateTable('title')
    .set({ title_en: 'Imported', version: 5 })
    .where('program_id', '=', programId)
    .execute()
  await call('saveDraft', { programId, draft, baseVersion: 5 })
  expect(await call('version', { programId, version: 5 })).toMatchObject({ content: { title: { en_US: 'Imported' } } })
})

test('lists filter by what a title is and lacks, and sort in both directions', async () => {
  const mark = newId()
  const named = (name: string, change: Partial<TitleContent>) =>
    aPublished({ ...change, title: { zh_HK: name, en_US: `${name} ${mark}` } })
  await named('A', {
    vodTypes: ['PAY PER RENT'],
    credits: 30,
    genres: ['horror'],
    description: { zh_HK: '一', en_US: '' },
  })
  await named('B', {
    classify: 'kids',
    windows: [{ region: 'MO', startsAt: '2099-01-01T00:00:00.000Z', endsAt: null }],
  })
  await named('C', {
    windows: [{ region: 'HK', startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2020-02-01T00:00:00.000Z' }],
  })
  const soon = world.clock
    .now()
    .add({ hours: 24 * 7 })
    .toString()
  await named('D', { windows: [{ region: 'HK', startsAt: '2020-01-01T00:00:00.000Z', endsAt: soon }] })
  const letters = async (filter: object, sort = 'title') =>
    (await namesFor({ text: mark, ...filter }, sort)).map((name: string) => name[0]).join('')
  expect(await letters({})).toBe('ABCD')
  expect(await letters({}, '-title')).toBe('DCBA')
  expect(await letters({}, 'ends')).toMatch(/^CD/)
  expect(await letters({ genre: 'horror' })).toBe('A')
  expect(await letters({ vodType: 'PAY PER RENT' })).toBe('A')
  expect(await letters({ classify: 'kids' })).toBe('B')
  expect(await letters({ region: 'MO' })).toBe('B')
  expect(await letters({ state: 'live' })).toBe('AD')
  expect(await letters({ state: 'scheduled' })).toBe('B')
  expect(await letters({ state: 'expired' })).toBe('C')
  expect(
    await letters({
      endsBefore: world.clock
        .now()
        .add({ hours: 24 * 30 })
        .toString(),
    }),
  ).toBe('D')
  await named('E', {
    windows: [
      { region: 'HK', startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2020-02-01T00:00:00.000Z' },
      { region: 'MO', startsAt: '2020-01-01T00:00:00.000Z', endsAt: soon },
    ],
  })
  const month = Temporal.Duration.from({ hours: 24 * 30 })
  expect(await letters({ endsBefore: String(world.clock.now().add(month)) })).toBe('DE')
  expect(await letters({ lacks: ['english'] })).toBe('A')
  expect(await letters({ lacks: ['film', 'poster'] })).toBe('ABCDE')
  expect(await letters({ text: `${mark} %` })).toBe('')
})

test('a film that is ready before its title is published belongs to the draft, and is attached by the publication', async () => {
  const draft = aTitleContent({ title: { zh_HK: '先有片', en_US: 'Film First' } })
  const { programId } = await call('saveDraft', { draft, baseVersion: 0 })
  const series = aTitleContent({
    programType: 'drama',
    episodes: [anEpisode(1, 1), anEpisode(1, 2)],
    title: draft.title,
  })
  const { programId: seriesId } = await call('saveDraft', { draft: series, baseVersion: 0 })
  const { list } = await world.call('/ingest/targets', { text: 'film first' }, ann)
  expect(list.map(({ programGuid }: { programGuid: string }) => programGuid).toSorted()).toEqual(
    [programId, `${seriesId}.s1e1`, `${seriesId}.s1e2`].toSorted(),
  )
  const attachment = anAttachment(programId)
  await inTransaction(world.db, (tx) => world.attachAsset(tx, attachment))
  await expect(inTransaction(world.db, (tx) => world.attachAsset(tx, anAttachment(newId())))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await call('find', { programId })).toMatchObject({ assets: [{ assetId: 'film1', durationMs: 60_000 }] })
  expect(await namesFor({ text: 'film first', lacks: ['film'] })).toHaveLength(1)

  await publish(programId, draft)
  expect(await call('find', { programId })).toMatchObject({ version: 1, assets: [{ assetId: 'film1' }] })
  const attached = world.db.selectFrom('title_asset').selectAll().where('program_id', '=', programId)
  expect(await attached.execute()).toMatchObject([{ asset_id: 'film1', role: 'film' }])
})

const anAttachment = (programGuid: string): AssetAttachment => ({
  programGuid,
  role: 'film',
  assetId: 'film1',
  facts: {
    durationMs: 60_000,
    width: 640,
    height: 360,
    maxResolution: 'SD',
    audio: { dolbyAtmos: false, dolbyDigital: false, dolbyDigitalPlus: false, stereoAac51: false },
    audioLanguages: ['yue'],
    subtitleLanguages: [],
    previewKey: null,
    frameKeys: [],
  },
})
