import { expect, test } from 'vitest'
import { GIFT_CARD_DESIGNS } from '#contract/gift-card-designs.ts'
import type { InboxTemplates, MailTemplates, SmsTemplates } from '#contract/messages.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { segmentsOf } from '#server/domains/messages/index.ts'
import { createRenderer } from './messages.presenter.ts'

const render = createRenderer(() => ({ zh_HK: '港映港映', en_US: 'Harbour Entertainment' }))

/** The longest values of each. */
const GIFT_CARD = {
  item: {
    template: 'giftcard',
    params: {
      planId: 'pass',
      months: 3,
      name: { zh_HK: '娛樂通行證', en_US: 'Entertainment pass' },
      creditsPerCycle: 60,
    },
  },
  code: '8888-8888-8888-8888',
  until: '2029-12-20',
} as const
const SMS: SmsTemplates = {
  giftCard: GIFT_CARD,
  registerCode: { code: '888888' },
  alreadyRegistered: {},
  resetCode: { code: '888888' },
  notRegistered: {},
  welcome: { password: '88888888', parentalCode: '8888' },
  parentalCode: { code: '888888' },
  newPassword: { password: '84027153' },
  newParentalCode: { code: '4826' },
  accountClosing: { day: '2026-12-05' },
  numberChanging: { day: '2026-12-05' },
  numberAwaited: { day: '2026-12-05' },
  numberChanged: {},
}
const MAIL: MailTemplates = {
  emailCode: { code: '888888' },
  contactCode: { code: '888888' },
  contactCopy: { caseNumber: 'K7QM-2XPD', theme: 'other', content: '第一行\n<第二行>' },
  contactAnswer: { caseNumber: 'K7QM-2XPD', answer: '答\n<覆>', content: '<問>' },
  giftCard: { ...GIFT_CARD, message: '<生日快樂>' },
  accountData: { link: '/#/setup' },
  numberChanging: { day: '2026-12-05' },
  numberChanged: {},
  numberStays: {},
  operatorInvitation: { name: '陳大文', link: '/console/#/welcome/t0ken' },
  auditDigest: { day: '2026-12-05', entries: 7, digest: 'a'.repeat(64) },
  announcement: { title: '系統<更新>', body: '今晚\n暫停', link: '/#/plans', optOut: '/unsubscribe?token=a.b' },
  alarm: {
    event: 'alarm',
    name: 'disk',
    nodeId: '<node>',
    state: 'act',
    value: 3e9,
    since: '2026-12-20T01:00:00Z',
    link: '/console/',
  },
  operatorsChanged: { what: 'roles', name: '陳大文', by: '李美玲' },
  pagePlanFailed: { page: { zh_HK: '首頁', en_US: 'Home' }, cause: 'incomplete' },
  planFailed: { title: { zh_HK: '西環尾站', en_US: 'Last Tram' }, cause: 'changed' },
}
const PLAN = { zh_HK: '娛樂通行證', en_US: 'Entertainment pass' }
const INBOX: InboxTemplates = {
  announcement: { title: PLAN, body: PLAN, path: '' },
  welcome: { name: '陳大文' },
  passwordChanged: {},
  passwordReset: {},
  parentalCodeChanged: {},
  emailVerified: { email: 'a@example.com' },
  emailRefused: { email: 'a@example.com' },
  accountReopened: {},
  commentPublished: { title: PLAN },
  commentRejected: { title: PLAN },
  commentRemoved: { title: PLAN },
  commentingPaused: { until: '2026-12-05' },
  paymentReceived: {
    item: { template: 'credits', params: { credits: 50 } },
    amountCents: 5_000,
    orderNumber: 'HB-261120-4K7Q',
  },
  paymentRefunded: {
    item: { template: 'credits', params: { credits: 50 } },
    amountCents: 2_000,
    orderNumber: 'HB-261120-4K7Q',
  },
  paidTwice: { item: { template: 'credits', params: { credits: 50 } }, amountCents: 5_000 },
  refundToClaim: { item: { template: 'credits', params: { credits: 50 } }, amountCents: 2_000 },
  orderSent: {
    name: PLAN,
    units: 3,
    things: 1,
    lockerCode: 'H852-07',
    reference: 'HX123',
    orderNumber: 'HB-261120-4K7Q',
  },
  giftReceived: { item: GIFT_CARD.item, from: '志明', message: '生日快樂', until: '2026-12-20' },
  goodsInStock: { name: PLAN },
  filmInCinemas: { title: PLAN, day: '2026-12-20' },
  showtimeCancelled: { title: PLAN, day: '2026-12-20', time: '19:10' },
  trialStarted: { plan: PLAN, credits: 50, amountCents: 8_800, until: '2026-12-20' },
  planStarted: { plan: PLAN, credits: 50, until: '2026-12-20', renews: true },
  renewalNotice: { plan: PLAN, amountCents: 8_800, day: '2026-12-20' },
  renewalPaid: { plan: PLAN, amountCents: 8_800, until: '2026-12-20' },
  renewalFailed: { plan: PLAN, amountCents: 8_800, nextTry: '2026-12-21', until: '2026-12-20' },
  planCancelled: { plan: PLAN, until: '2026-12-20' },
  planResumed: { plan: PLAN, until: '2026-12-20' },
  planEnded: { plan: PLAN, day: '2026-12-20' },
  compensatedCredits: { credits: 50, until: '2026-12-20' },
  compensatedRentals: { rentals: [{ title: PLAN, day: '2026-12-20', time: '19:10' }] },
  creditsLapse: { credits: 50, bucket: 'monthly', day: '2026-12-20', time: '23:59' },
}
/** How a value is shown. */
function shownAs(name: string, value: unknown, language: 'zh_HK' | 'en_US'): string[] {
  if (value === GIFT_CARD.item) return [language === 'zh_HK' ? '娛樂通行證 3 個月' : 'Entertainment pass, 3 months']
  if (name === 'from') return []
  if (value === PLAN) return [PLAN[language]]
  if (name === 'rentals') return [PLAN[language], '19:10']
  if (name === 'credits') return ['50']
  if (name === 'units') return [language === 'zh_HK' ? '3 件' : '3 × ']
  if (name === 'things') return []
  if (name === 'bucket') return [language === 'zh_HK' ? '每月點數' : 'monthly']
  if (typeof value === 'number') return [`HK$${value / 100}`]
  const day = typeof value === 'string' && /^2026-12-0?(\d+)$/.exec(value)?.[1]
  if (day) return [language === 'zh_HK' ? `2026年12月${day}日` : `${day} Dec 2026`]
  return typeof value === 'string' ? [value] : typeof value === 'boolean' ? [] : ['50']
}

const each = <T extends object>(templates: T) =>
  LANGUAGES.flatMap((language) => (Object.keys(templates) as (keyof T)[]).map((name) => [name, language] as const))

test.each(each(SMS))('the SMS %s in %s fits one segment and says everything', (name, language) => {
  const text = render.sms(name, SMS[name], language)
  expect(segmentsOf(text)).toEqual({ encoding: language === 'en_US' ? 'gsm' : 'ucs2', segments: 1 })
  for (const value of Object.values(SMS[name])) {
    if (typeof value === 'string' && !value.startsWith('2029')) expect(text).toContain(shownAs('', value, language)[0])
  }
  expect(text).not.toMatch(/undefined|\[object/)
})

test.each(each(MAIL))('the e-mail %s in %s says the same in text and HTML', (name, language) => {
  const { subject, text, html } = render.mail(name, MAIL[name], language)
  const values = MAIL[name]
  const code =
    'code' in values
      ? values.code
      : 'caseNumber' in values
        ? values.caseNumber
        : 'digest' in values
          ? values.digest
          : 'body' in values
            ? values.optOut!
            : 'title' in values
              ? values.title[language]
              : 'event' in values
                ? values.link
                : 'page' in values
                  ? values.page![language]
                  : 'name' in values
                    ? values.name
                    : 'link' in values
                      ? values.link
                      : 'day' in values
                        ? shownAs('day', values.day, language)[0]
                        : ''
  expect(`${subject} ${text}`).toContain(code)
  expect(html).toContain(code)
  expect(html).not.toMatch(/https?:|src=|<script/)
  expect(html).toContain(language === 'zh_HK' ? 'lang="zh-HK"' : 'lang="en"')
})

test.each(each(INBOX))('the message %s in %s', (name, language) => {
  const { title, body } = render.inbox(name, INBOX[name], language)
  expect(title.length).toBeGreaterThan(1)
  for (const [key, value] of Object.entries(INBOX[name])) {
    for (const text of shownAs(key, value, language)) expect(body).toContain(text)
  }
})

test('an e-mail to an address that is not verified holds no text of its sender', () => {
  const params = { code: '888888', name: 'Your prize: evil.example' }
  const { subject, text, html } = render.mail('emailCode', params, 'en_US')
  for (const part of [subject, text, html]) expect(part).not.toContain('evil.example')
})

test('text from outside is no markup', () => {
  const { html } = createRenderer(() => ({ zh_HK: '<b>"港"</b>', en_US: 'x' })).mail(
    'emailCode',
    { code: '1' },
    'zh_HK',
  )
  expect(html).toContain('&lt;b&gt;&quot;港&quot;&lt;/b&gt;')
  expect(html).not.toContain('<b>')
})

test('a subject stays one line', () => {
  const { subject } = render.mail('emailCode', { code: '1\r\nBcc: x@example.com' }, 'en_US')
  expect(subject).not.toMatch(/[\r\n]/)
})

test.each(LANGUAGES)('a gift card in %s says what it gives, until when, and what its buyer wrote', (language) => {
  const day = language === 'zh_HK' ? '2029年12月20日' : '20 Dec 2029'
  const gift = language === 'zh_HK' ? '娛樂通行證 3 個月' : 'Entertainment pass, 3 months'
  const values = { ...GIFT_CARD, message: '<生日快樂>' }
  const { text, html } = render.mail('giftCard', values, language)
  for (const said of [gift, day]) {
    for (const one of [text, html, render.sms('giftCard', values, language)]) expect(one).toContain(said)
  }
  expect(text).toContain('<生日快樂>')
  expect(html).toContain('&lt;生日快樂&gt;')
  expect(render.sms('giftCard', values, language)).toContain('<生日快樂>')
})

test.each([
  ['zh_HK', '每月附送 60 點'],
  ['en_US', 'with 60 credits each month'],
] as const)('a gift card of the pass in %s says which credits come with it', (language, said) => {
  const { text, html } = render.mail('giftCard', GIFT_CARD, language)
  for (const one of [text, html, render.inbox('giftReceived', INBOX.giftReceived, language).body])
    expect(one).toContain(said)
  const { creditsPerCycle: _, ...earlier } = GIFT_CARD.item.params
  const { body } = render.inbox(
    'giftReceived',
    { item: { template: 'giftcard', params: earlier }, until: '2026-12-20' },
    language,
  )
  expect(body).not.toMatch(/點|credits/u)
})

test.each(LANGUAGES)('a gift card in %s says who gives it, and has one link to redeem it', (language) => {
  const link = 'https://harbour.test/#/giftcard?gift=8888-8888-8888-8888'
  const values = { ...GIFT_CARD, from: '<志明>', message: '生日快樂', link }
  const { subject, text, html } = render.mail('giftCard', values, language)
  expect(subject).toContain('<志明>')
  expect(html).toContain('&lt;志明&gt;')
  expect(html.match(/https?:/g)).toHaveLength(1)
  expect(html).toContain(`href="${link}"`)
  const sms = render.sms('giftCard', values, language)
  // Last, so that a phone takes nothing else into the link.
  for (const one of [text, sms]) expect(one).toContain(link)
  expect(sms.endsWith(link)).toBe(true)
  for (const said of ['<志明>', '生日快樂', GIFT_CARD.code]) expect(sms).toContain(said)
  expect(render.inbox('giftReceived', INBOX.giftReceived, language).title).toContain('志明')
})

test.each(GIFT_CARD_DESIGNS)('the e-mail of a gift card shows its image: %s', (design) => {
  const { html, text } = render.mail('giftCard', { ...GIFT_CARD, design }, 'en_US')
  const drawn = GIFT_CARD_DESIGNS.map((one) => render.mail('giftCard', { ...GIFT_CARD, design: one }, 'en_US').html)
  expect(html).toContain('radial-gradient')
  expect(drawn.filter((one) => one === html)).toHaveLength(1)
  expect(html).not.toMatch(/https?:|src=/)
  expect(text).not.toContain('gradient')
})

test.each(each(MAIL))(
  'the e-mail %s in %s is dark where the reader’s device is: every colour of the light sheet has another one there',
  (name, language) => {
    const { html } = render.mail(name, MAIL[name], language)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    const dark = /prefers-color-scheme:dark\)\{(.*)\}\n/.exec(html)?.[1] ?? ''
    // A gift card keeps the colours of its image.
    const coloured = [...html.matchAll(/<(\w+)(?: class="(\w+)")? (?:href="[^"]*" )?style='[^']*(?:color|background)/g)]
    const selectors = coloured
      .map(([, element, name]) => (name ? `.${name}` : element))
      .filter((one) => one !== '.card')
    expect(selectors.length).toBeGreaterThan(1)
    for (const selector of selectors) expect(dark).toContain(`${selector}{`)
  },
)
