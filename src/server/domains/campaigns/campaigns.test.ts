import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aCampaign,
  aForm,
  agreedTo,
  answersAbout,
  type CampaignsWorld,
  createCampaignsWorld,
  marketingVersion,
} from '../../../../test/support/campaigns.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import { refusedWith } from '../../../../test/support/refused-with.ts'

let world: CampaignsWorld
beforeAll(async () => {
  world = await createCampaignsWorld()
  await world.put(aCampaign(['film', 'other']))
})
afterAll(() => world.close())

const by = { actor: 'operator:ann', reason: 'judging' }
const show = (change: object = {}, codeName = 'REVIEW') => world.campaigns.show(visitor(change), codeName)
const open = (submissionNumber: string) => world.campaigns.operators.show({ submissionNumber, ...by })
const kindsIn = async (...given: Parameters<typeof show>) => (await show(...given)).blocks.map(({ kind }) => kind)
const A_TEXT = { kind: 'text', text: { zh_HK: '內容', en_US: 'Text' } }

describe('a page', () => {
  test('is shown in the language of its viewer, with its titles', async () => {
    const page = await show({ language: 'en_US' })
    expect(page).toMatchObject({
      codeName: 'REVIEW',
      state: 'running',
      title: 'Student reviews',
      lead: 'Tell us what you think',
      kicker: '',
      blocks: [
        {
          kind: 'text',
          paragraphs: ['One.', 'Two.'],
          steps: [{ title: 'Pick a title', text: '' }],
          links: [{ label: 'Offer', to: '/warriors48' }],
        },
        { kind: 'image', imageAlt: 'Poster' },
        { kind: 'rows', title: 'Titles', free: true, list: [{ programId: 'film' }, { programId: 'other' }] },
        {
          kind: 'form',
          title: 'Send your review',
          terms: { text: 'I agree to the rules.', version: agreedTo().termsVersion },
          marketing: { version: marketingVersion() },
        },
        { kind: 'code', title: 'Code' },
      ],
    })
    expect((await show()).title).toBe('學生影評')
  })

  test('is shown in a preview as it is typed, also before it is saved', async () => {
    const typed = { ...aCampaign(['film', 'other']), title: { zh_HK: '未發佈', en_US: 'Not yet public' } }
    const campaigns = new Map([
      ['REVIEW', typed],
      ['NEVER', { ...typed, codeName: 'NEVER' }],
    ])
    const preview = { profile: 'visitor', titles: new Map(), pages: new Map(), campaigns } as const
    for (const codeName of campaigns.keys())
      expect(await show({ preview }, codeName)).toMatchObject({ codeName, title: '未發佈', state: 'running' })
    expect((await show()).title).toBe('學生影評')
    await expect(show({}, 'NEVER')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('leaves out titles that its viewer may not see, and blocks of nothing else', async () => {
    await world.put(
      aCampaign(['film', 'macau'], {
        codeName: 'MIXED',
        blocks: [
          { kind: 'rows', title: { zh_HK: '甲', en_US: 'A' }, programIds: ['macau'] },
          { kind: 'rows', title: { zh_HK: '乙', en_US: 'B' }, programIds: ['macau', 'film', 'rental'] },
          { kind: 'image', programId: 'macau' },
          aForm(['film', 'macau']),
        ],
      }),
    )
    const { blocks } = await show({}, 'MIXED')
    expect(blocks).toMatchObject([
      { kind: 'rows', free: false, list: [{ programId: 'film' }, { programId: 'rental' }] },
      { kind: 'form', fields: [{}, {}, {}, {}, { type: 'title', list: [{ programId: 'film' }] }, {}, {}] },
    ])
    await expect(
      world.send({ codeName: 'MIXED', answers: answersAbout('macau'), ...agreedTo('MIXED') }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { fields: { film: 'ANSWER_CHOICE' } } })
  })

  test('has no blocks before its start, and neither form nor code after its end', async () => {
    const around = (codeName: string, startsAt: string, endsAt: string) =>
      world.put(aCampaign(['film', 'other'], { codeName, startsAt, endsAt }))
    await around('LATER', '2027-01-01T00:00:00+08:00', '2027-02-01T00:00:00+08:00')
    await around('OVER', '2026-01-01T00:00:00+08:00', '2026-02-01T00:00:00+08:00')
    expect(await show({}, 'LATER')).toMatchObject({ state: 'upcoming', title: '學生影評', blocks: [] })
    expect(await kindsIn({}, 'OVER')).toEqual(['text', 'image', 'rows'])
    const at = (now: string) => ({ now: Temporal.Instant.from(now) })
    expect(await show(at('2027-01-01T00:00:00+08:00'), 'LATER')).toMatchObject({ state: 'running' })
    expect(await show(at('2026-01-15T00:00:00+08:00'), 'OVER')).toMatchObject({ state: 'running' })
    for (const codeName of ['LATER', 'OVER'])
      await expect(world.send({ codeName, ...agreedTo(codeName) })).rejects.toMatchObject({ code: 'WINDOW_CLOSED' })
  })

  test('is for its regions, and gone once it is withdrawn', async () => {
    await world.put(aCampaign(['film', 'other'], { codeName: 'MACAU', regions: ['MO'] }))
    await expect(show({}, 'MACAU')).rejects.toMatchObject({ code: 'REGION_REFUSED' })
    await expect(world.send({ codeName: 'MACAU', ...agreedTo('MACAU') })).rejects.toMatchObject({
      code: 'REGION_REFUSED',
    })
    expect(await show({ region: 'MO' }, 'MACAU')).toMatchObject({ state: 'running' })
    await world.put(aCampaign(['film', 'other'], { codeName: 'MACAU', regions: ['MO'], withdrawn: true }))
    await expect(show({ region: 'MO' }, 'MACAU')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(show({}, 'NOTHING')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is imported once; a file with a title or an image that there is none of changes nothing', async () => {
    const page = aCampaign(['film', 'other'], { codeName: 'ONCE' })
    expect(await world.put(page)).toMatchObject({ added: 1 })
    expect(await world.put(page)).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
    expect(await world.put({ ...page, title: { zh_HK: '新', en_US: 'New' } })).toMatchObject({ changed: 1 })
    const key = `${'0'.repeat(24)}/none.png`
    const { problems } = await world.put(
      { ...page, codeName: 'FINE' },
      { ...page, programId: 'nothing', blocks: [{ kind: 'image', image: key }] },
    )
    expect(problems).toEqual([
      { line: 2, message: 'programId: there is no title nothing' },
      { line: 2, message: expect.stringContaining(key) },
    ])
    await expect(show({}, 'FINE')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await show({}, 'ONCE')).title).toBe('新')
  })
})

describe('sending', () => {
  test('a form is kept sealed, with the sentences that were agreed to, and an operator can read it', async () => {
    const answers = { ...answersAbout('film'), drawing: await world.anImage() }
    const number = await world.send({ answers, marketingVersion: marketingVersion() }, { deviceSerial: 'sealed' })
    const row = await world.db
      .selectFrom('campaign_submission')
      .selectAll()
      .where('submission_number', '=', number)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('student@example.com')
    expect(row.sealed.includes('小樁')).toBe(false)
    const opened = await open(number.toLowerCase())
    expect(opened).toMatchObject({
      submissionNumber: number,
      accountId: null,
      termsText: '我同意比賽條款。',
      marketingText: '願意收取活動消息',
      imageFields: ['drawing'],
    })
    expect(opened.answers).toContainEqual({ name: 'email', label: '電郵地址', value: 'student@example.com' })
    const image = await world.campaigns.operators.image({ submissionNumber: number, ...by })
    expect(image.contentType).toBe('image/jpeg')
    expect((await world.auditOf(`submission:${number}`)).map(({ action }) => action)).toEqual([
      'open campaign submission',
      'open campaign image',
    ])
  })

  test('the same submission again is the one that is there, also at the same time', async () => {
    const before = await world.countRows()
    const draft = { submissionId: 'same', answers: { ...answersAbout('film'), drawing: await world.anImage() } }
    const send = () => world.send(draft, { deviceSerial: 'same' })
    const numbers = await Promise.all([send(), send(), send()])
    expect(new Set([...numbers, await send()]).size).toBe(1)
    expect((await world.countRows()) - before).toBe(1)
    const other = await world.send({ submissionId: 'same' }, { deviceSerial: 'another' })
    expect(other).not.toBe(numbers[0])
  })

  test('one sender sends as many as are taken of each title, also at the same time', async () => {
    const sender = { deviceSerial: 'often' }
    const sent = await Promise.allSettled([1, 2, 3].map(() => world.send({}, sender)))
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(world.send({}, sender)).rejects.toMatchObject({ code: 'CONFLICT', details: { of: 'submitted' } })
    await expect(world.send({ answers: answersAbout('other') }, sender)).resolves.toMatch(/-/)
  })

  test('an image is in one submission only, also at the same time', async () => {
    const answers = { ...answersAbout('film'), drawing: await world.anImage() }
    const sent = await Promise.allSettled(
      [1, 2].map((serial) => world.send({ answers }, { deviceSerial: `image-${serial}` })),
    )
    const [refused] = sent.filter((one) => one.status === 'rejected')
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(refused!.reason).toMatchObject({ code: 'INVALID_INPUT', details: { fields: { drawing: 'IMAGE_GONE' } } })
  })

  test('a wrong submission is refused by field, and not kept', async () => {
    const before = await world.countRows()
    const drawing = await world.anImage()
    const answers = { ...answersAbout('film'), email: 'x', review: '短', drawing }
    await expect(world.send({ answers, agreeTerms: false }, { deviceSerial: 'wrong' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: { email: 'EMAIL', review: 'ANSWER_LENGTH', agreeTerms: 'AGREE' } },
    })
    expect(await world.countRows()).toBe(before)
    await expect(
      world.send({ answers: { ...answersAbout('film'), drawing } }, { deviceSerial: 'wrong' }),
    ).resolves.toMatch(/-/)
  })

  test('terms that have changed are agreed to again; what was agreed to stays known', async () => {
    const page = (terms: object) =>
      aCampaign(['film', 'other'], { codeName: 'TERMS', blocks: [aForm(['film', 'other'], { terms })] })
    const [first, second] = [
      { zh_HK: '第一版', en_US: 'First' },
      { zh_HK: '第二版', en_US: 'Second' },
    ]
    await world.put(page(first))
    const number = await world.send({ codeName: 'TERMS', ...agreedTo('TERMS', first) }, { deviceSerial: 'terms-1' })
    await world.put(page(second))
    const sender = { deviceSerial: 'terms-2' }
    await expect(world.send({ codeName: 'TERMS', ...agreedTo('TERMS', first) }, sender)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { of: 'terms' },
    })
    await expect(
      world.send({ codeName: 'TERMS', ...agreedTo('TERMS', second), marketingVersion: 'made-up' }, sender),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(world.send({ codeName: 'TERMS', ...agreedTo('TERMS', second) }, sender)).resolves.toMatch(/-/)
    expect((await open(number)).termsText).toBe('第一版')
  })

  test('a page without a form takes none', async () => {
    await world.put(aCampaign(['film'], { codeName: 'PLAIN', blocks: [A_TEXT] }))
    await expect(world.send({ codeName: 'PLAIN', ...agreedTo('PLAIN') })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('another sender', () => {
  test('uses up nothing of a member behind the same address', async () => {
    const address = '198.51.100.9'
    for (let serial = 0; serial < 60; serial++) await world.send({}, { address, deviceSerial: `stranger-${serial}` })
    await expect(world.send({}, { address, deviceSerial: 'stranger-60' })).rejects.toMatchObject({
      code: 'TOO_MANY_TRIES',
    })
    const viewer = await world.aViewer()
    await expect(world.send({}, { viewer, address })).resolves.toMatch(/-/)
    await expect(world.send({}, { address: '198.51.100.10', deviceSerial: 'x' })).resolves.toMatch(/-/)
  })

  test('who names the same submission reads nothing of it', async () => {
    const viewer = await world.aViewer()
    const number = await world.send({ submissionId: 'mine' }, { viewer })
    expect(await world.send({ submissionId: 'mine' }, { viewer })).toBe(number)
    expect(await world.send({ submissionId: 'mine' }, { viewer: await world.aViewer() })).not.toBe(number)
  })
})

describe('operators', () => {
  test('list campaigns and submissions, export and delete them', async () => {
    await world.put(aCampaign(['film', 'other'], { codeName: 'EXPORT' }))
    const answers = { ...answersAbout('film'), drawing: await world.anImage() }
    const number = await world.send({ codeName: 'EXPORT', answers, ...agreedTo('EXPORT') }, { deviceSerial: 'e1' })
    await world.send({ codeName: 'EXPORT', ...agreedTo('EXPORT') }, { deviceSerial: 'e2' })
    const { operators } = world.campaigns
    expect((await operators.list()).find(({ codeName }) => codeName === 'EXPORT')).toMatchObject({ submissions: 2 })
    expect((await operators.submissions('EXPORT')).map(({ submissionNumber }) => submissionNumber)).toContain(number)
    const taken: string[] = []
    const count = await operators.exportAll({ codeName: 'EXPORT', ...by }, async ({ submission, images }) => {
      taken.push(`${submission.submissionNumber} ${images.map(({ field }) => field).join()}`)
    })
    expect(count).toBe(2)
    expect(taken).toContain(`${number} drawing`)
    expect(await world.auditOf('campaign:EXPORT')).toMatchObject([{ action: 'export campaign submissions', ...by }])
    const images = world.objects.size
    await operators.remove({ submissionNumber: number, ...by })
    await world.runDueWork()
    expect(world.objects.size).toBe(images - 1)
    expect(await refusedWith(open(number))).toContain('There is no submission')
    expect(await refusedWith(operators.submissions('NONE'))).toContain('There is no campaign NONE')
    expect(await refusedWith(operators.remove({ submissionNumber: number, ...by }))).toContain('There is no submission')
  })
})
