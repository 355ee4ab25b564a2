import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  choices,
  list,
  NO_PLAN,
  preview,
  send,
  show,
  stop,
  test as sendTest,
  tryOut,
} from '#contract/admin/announcements.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import {
  anAnnouncement,
  aWording,
  createMember,
  createMembers,
  forgetMembers,
  setEmail,
} from '../../../../test/support/admin-announcement-calls.ts'
import { givePlan } from '../../../../test/support/held-plan.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
} from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let [one, admin]: [Browser, Browser] = [] as never
let writer: TestOperator
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await forgetMembers(world)
  writer = await world.anOperator('care')
  ;[one, admin] = [await world.signIn(writer), await world.signIn(await world.anOperator('administrator'))]
})

const call = (endpoint: { path: string }, input: object, browser: Browser = one) =>
  world.call(endpoint.path, input, browser)
const announce = (more: Parameters<typeof anAnnouncement>[0] = {}, browser: Browser = one) =>
  call(send, keyed({ ...anAnnouncement(more), reason: 'a test' }), browser)
const marketing: Pick<ReturnType<typeof anAnnouncement>, 'kind' | 'channels'> = {
  kind: 'marketing',
  channels: ['inbox', 'mail'],
}

const aMember = (given?: Parameters<typeof createMember>[1]) => createMember(world, given)

const many = (count: number) => createMembers(world, count)
const run = async () => {
  await world.announcements.sendDue()
  await world.announcing.messages.sendDue()
}
const inboxes = async (accountId: string) =>
  (await world.announcing.messages.list({ accountId, language: 'en_US', page: 1, pageSize: 20 })).list.filter(
    ({ title }) => !title.startsWith('Welcome'),
  )
const mailsTo = () => world.announcing.mail.sent.map(({ to }) => to)
const consents = async (accountId: string) =>
  (
    await world.pool.query('select given from consent_event where account_id = $1 order by consent_event_id', [
      accountId,
    ])
  ).rows as { given: boolean }[]

describe('a service message', () => {
  test('reaches the inbox and the proven mailbox of everybody, each in their language, once', async () => {
    const zh = await aMember({ agrees: false })
    const en = await aMember({ language: 'en_US', agrees: false })
    const unproven = await aMember({ proven: false })
    const { announcementId } = await announce({ channels: ['inbox', 'mail'], path: '/plans' })
    await Promise.all([world.announcements.sendDue(), world.announcements.sendDue()])
    await run()
    const { title, body } = aWording()
    for (const member of [zh, en, unproven])
      expect(await inboxes(member)).toMatchObject([{ title: title.en_US, body: body.en_US, path: '/plans' }])
    expect(mailsTo().toSorted()).toEqual([zh, en].map((id) => `${id}@example.com`).toSorted())
    const [toZh, toEn] = [zh, en].map((id) => world.announcing.mail.sent.find(({ to }) => to.startsWith(id))!)
    expect([toZh!.subject, toEn!.subject]).toEqual([title.zh_HK, title.en_US])
    expect(toEn!.text).toContain('https://harbour.test/#/plans')
    expect(toEn).not.toHaveProperty('optOut')
    expect(await call(show, { announcementId })).toMatchObject({ state: 'sent', recipients: 3, inboxes: 3, mails: 2 })
  })

  test('writes once to a mailbox that several accounts have proven, and to the inbox of each', async () => {
    const [first, second, other] = [await aMember(), await aMember(), await aMember()]
    await setEmail(world, { email: 'home@example.com', accountId: first })
    await setEmail(world, { email: 'Home@Example.com', accountId: second })
    const { announcementId } = await announce({ channels: ['inbox', 'mail'] })
    await run()
    expect(new Set(mailsTo().map((to) => to.toLowerCase()))).toEqual(
      new Set([`${other}@example.com`, 'home@example.com']),
    )
    expect(await call(show, { announcementId })).toMatchObject({ recipients: 3, inboxes: 3, mails: 2 })
  })

  test('is recorded with its reason, its words and how many read it, and without a member’s name', async () => {
    const member = await aMember()
    const { announcementId } = await announce()
    const { rows } = await world.pool.query('select * from audit_entry where subject = $1', [
      `announcement:${announcementId}`,
    ])
    expect(rows).toMatchObject([
      {
        action: 'send announcement',
        operator_id: writer.operatorId,
        reason: 'a test',
        details: { recipients: 1, titleEn: aWording().title.en_US },
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(member)
  })

  test.each([
    ['a missing language', { title: { zh_HK: '更新', en_US: '' } }],
    ['no channel', { channels: [] }],
    ['a link to another site', { path: '//evil.example' }],
    ['a script as its page', { path: 'javascript:alert(1)' }],
    ['an unknown region', { audience: { plans: [], regions: ['US'], languages: [] } }],
    ['a hidden character', { body: { zh_HK: '更新\u202e', en_US: 'Update' } }],
  ])('with %s is refused', async (_what, more) => {
    expect(await announce(more as never)).toMatchObject({ errorCode: 'INVALID_INPUT' })
  })

  test('needs a reason', async () => {
    expect(await call(send, keyed(anAnnouncement()))).toMatchObject({ errorCode: 'INVALID_INPUT' })
  })
})

describe('an audience', () => {
  test('is narrowed by plan version, region and language', async () => {
    const [withPlan, without] = [await aMember(), await aMember({ number: '+85366123456', language: 'en_US' })]
    const planVersionId = 'entertainment-pass.1'
    await givePlan(world.db, { accountId: withPlan, now: world.clock.now(), planVersionId })
    const counted = async (audience: object) =>
      (await call(tryOut, { ...marketing, audience: { plans: [], regions: [], languages: [], ...audience } }))
        .recipients
    expect(await counted({})).toBe(2)
    for (const audience of [{ plans: [planVersionId] }, { regions: ['HK'] }, { languages: ['zh_HK'] }])
      expect(await counted(audience)).toBe(1)
    expect(await counted({ plans: [NO_PLAN], regions: ['MO'], languages: ['en_US'] })).toBe(1)
    expect(await counted({ plans: [planVersionId], regions: ['MO'] })).toBe(0)
    expect(await counted({ plans: [planVersionId, NO_PLAN] })).toBe(2)
    await announce({ audience: { plans: [planVersionId], regions: [], languages: [] } })
    await run()
    expect([await inboxes(withPlan), await inboxes(without)].map(({ length }) => length)).toEqual([1, 0])
    const { plans } = await call(choices, {})
    expect(plans).toContainEqual(expect.objectContaining({ planVersionId, offer: 'standard', subscribers: 1 }))
  })
})

describe('marketing', () => {
  test('goes to adults who agree to it and stay, and to no other member', async () => {
    const agreed = await aMember()
    const others = [
      await aMember({ agrees: false }),
      await aMember({ birthday: '2009-01-01' }),
      await aMember({ closing: true }),
    ]
    expect(await call(tryOut, { ...marketing, audience: anAnnouncement().audience })).toMatchObject({
      recipients: 1,
      withoutConsent: 1,
      minors: 1,
      way: 'alone',
    })
    await announce(marketing)
    await run()
    expect(await inboxes(agreed)).toHaveLength(1)
    for (const other of others) expect(await inboxes(other)).toEqual([])
    expect(mailsTo()).toEqual([`${agreed}@example.com`])
  })

  test('asks for consent when it is sent, not when it was ordered', async () => {
    const [leaves, comes] = [await aMember(), await aMember({ agrees: false })]
    const startsAt = world.clock.now().add({ hours: 2 })
    await announce({ ...marketing, startsAt: startsAt.toString() })
    await run()
    expect(mailsTo()).toEqual([])
    await world.pool.query('update account set marketing_agreed_at = null where account_id = $1', [leaves])
    await world.pool.query('update account set marketing_agreed_at = now() where account_id = $1', [comes])
    world.clock.advance('PT2H')
    await run()
    expect(mailsTo()).toEqual([`${comes}@example.com`])
  })

  test('that waits in the outbox is dropped when its reader takes the consent back', async () => {
    const [leaves, stays] = [await aMember(), await aMember()]
    await announce(marketing)
    await world.announcements.sendDue()
    await world.care.accounts.marketing.optOut(world.care.accounts.marketing.optOutToken(leaves))
    await world.announcing.messages.sendDue()
    expect(mailsTo()).toEqual([`${stays}@example.com`])
  })

  test('has a link by which its reader ends it: a page asks, one press does it, without a sign-in', async () => {
    const member = await aMember({ language: 'en_US' })
    await announce(marketing)
    await run()
    const { optOut, text, html } = world.announcing.mail.sent[0]!
    expect(text).toContain(optOut)
    expect(html).toContain(optOut!.replaceAll('&', '&amp;'))
    const url = optOut!.replace('https://harbour.test', '')
    const page = await world.app.inject({ url })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Stop marketing messages?')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(await consents(member)).toEqual([])
    const pressed = { method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const
    for (const payload of ['List-Unsubscribe=One-Click', '']) {
      const done = await world.app.inject({ ...pressed, payload })
      expect(done.body).toContain('unsubscribed')
      expect(done.statusCode).toBe(200)
    }
    expect(await consents(member)).toEqual([{ given: false }])
    expect((await world.care.accounts.read(member))!.marketingAgreedAt).toBeNull()
    expect(JSON.stringify(world.logged)).not.toContain(url.split('token=')[1]!.split('&')[0])
  })

  test('ended by its link, goes to no account of that mailbox, and still to others', async () => {
    const [member, same, other] = [await aMember(), await aMember(), await aMember()]
    const unproven = await aMember({ proven: false })
    for (const accountId of [member, same, unproven]) await setEmail(world, { email: 'home@example.com', accountId })
    const url = `/unsubscribe?token=${world.care.accounts.marketing.optOutToken(member)}`
    await Promise.all([1, 2].map(() => world.app.inject({ method: 'POST', url })))
    for (const ended of [member, same]) expect(await consents(ended)).toEqual([{ given: false }])
    for (const kept of [unproven, other]) expect(await consents(kept)).toEqual([])
    await announce(marketing)
    await run()
    expect(mailsTo()).toEqual([`${other}@example.com`])
  })

  test('is not ended by a forged link, one of a test, or one of another member', async () => {
    const member = await aMember()
    await call(sendTest, keyed({ kind: 'marketing', ...aWording() }))
    await world.announcing.messages.sendDue()
    const ofTest = world.announcing.mail.sent[0]!.optOut!.replace('https://harbour.test', '')
    const token = world.care.accounts.marketing.optOutToken(`${member}x`).replace(`${member}x`, member)
    for (const url of [
      ofTest,
      `/unsubscribe?token=${token}`,
      '/unsubscribe',
      '/unsubscribe?token=a&token=b',
      `/unsubscribe?token=${member}.`,
    ]) {
      expect((await world.app.inject({ url })).statusCode).toBe(404)
      expect((await world.app.inject({ method: 'POST', url })).statusCode).toBe(404)
    }
    expect(await consents(member)).toEqual([])
  })
})

describe('sending', () => {
  test('a worker that dies within a batch leaves none of it; the next one sends each once', async () => {
    await aMember()
    await many(500)
    await announce()
    await world.pool.query(`alter table announcement_delivery add constraint stop check (account_id < 'many-000300')`)
    await expect(world.announcements.sendDue()).rejects.toThrow('stop')
    const reached = async () =>
      (
        await world.pool.query(
          `select count(*)::int as count, count(distinct account_id)::int as accounts from inbox_message where template = 'announcement' and account_id in (select account_id from account)`,
        )
      ).rows[0]
    expect((await reached()).count).toBe(200)
    await world.pool.query(`alter table announcement_delivery drop constraint stop`)
    await Promise.all([world.announcements.sendDue(), world.announcements.sendDue(), world.announcements.sendDue()])
    expect(await reached()).toEqual({ count: 501, accounts: 501 })
  })

  test('adds no more e-mails to the outbox than it can send soon', async () => {
    await aMember()
    await many(300)
    await announce({ channels: ['mail'] })
    await world.announcements.sendDue()
    expect(await world.announcing.messages.countWaiting(world.db, 'announcement')).toBe(200)
    await run()
    await run()
    expect(new Set(mailsTo()).size).toBeGreaterThan(0)
    expect(world.announcing.mail.sent).toHaveLength(301)
  })

  test('of a notice in the inbox does not wait for the e-mails of others, and service comes before marketing', async () => {
    const member = await aMember()
    await many(220)
    await announce({ channels: ['mail'] })
    await world.announcements.sendDue()
    const { announcementId } = await announce({ channels: ['inbox'] })
    await world.announcements.sendDue()
    expect(await call(show, { announcementId })).toMatchObject({ state: 'sent', recipients: 221 })
    expect(await inboxes(member)).toHaveLength(1)
    const offer = await announce({ kind: 'marketing', channels: ['mail'] })
    const service = await announce({ channels: ['mail'] })
    await run()
    await world.announcements.sendDue()
    const step = (id: string) =>
      world.pool.query<{ began_at: Date | null }>('select began_at from announcement where announcement_id = $1', [id])
    expect((await step(service.announcementId)).rows[0]!.began_at).not.toBeNull()
    expect((await step(offer.announcementId)).rows[0]!.began_at).toBeNull()
  })

  test('is stopped: who has it keeps it, e-mails that wait do not leave', async () => {
    await aMember()
    await many(300)
    const { announcementId } = await announce({ channels: ['inbox', 'mail'] })
    await world.announcements.sendDue()
    const { version } = await call(show, { announcementId })
    expect(await call(stop, keyed({ announcementId, version, reason: 'a wrong date' }), admin)).toMatchObject({
      result: 'SUCCESS',
    })
    await run()
    expect(mailsTo()).toEqual([])
    expect(await call(show, { announcementId })).toMatchObject({ state: 'stopped', recipients: 200 })
    expect(await call(stop, keyed({ announcementId, reason: 'again' }))).toMatchObject({
      message: problems.announcementOver({}),
    })
  })

  test('a planned one that is stopped reaches no member', async () => {
    const member = await aMember()
    const startsAt = world.clock.now().add({ hours: 1 }).toString()
    const { announcementId } = await announce({ startsAt })
    expect(await call(show, { announcementId })).toMatchObject({ state: 'planned' })
    await call(stop, keyed({ announcementId, reason: 'not now' }))
    world.clock.advance('PT1H')
    await run()
    expect(await inboxes(member)).toEqual([])
    one = await world.signIn(writer)
    expect((await call(list, { filter: { state: 'stopped' } })).list).toContainEqual(
      expect.objectContaining({ announcementId }),
    )
  })
})

test('a test goes to the operator alone, in both languages, marked; a preview sends nothing', async () => {
  await aMember()
  const wording = { kind: 'marketing', ...aWording() } as const
  const shown = await call(preview, wording)
  expect(shown.text.en_US).toContain('Unsubscribe')
  expect(shown.subject).toEqual(wording.title)
  await call(sendTest, keyed(wording))
  await run()
  expect(mailsTo()).toEqual([writer.email, writer.email])
  expect(world.announcing.mail.sent.map(({ subject }) => subject).toSorted()).toEqual([
    `[Test] ${wording.title.en_US}`,
    `[測試] ${wording.title.zh_HK}`,
  ])
})
