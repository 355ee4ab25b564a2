import { choices, list as listAnnouncements, preview, show, tryOut } from '#contract/admin/announcements.ts'
import { list as listCases, open as openCase } from '#contract/admin/contact.ts'
import { list as listDeliveries } from '#contract/admin/deliveries.ts'
import { campaigns, list as listSubmissions, open as openSubmission } from '#contract/admin/submissions.ts'
import { admit, check, taken } from '#contract/admin/tickets.ts'
import type { Page } from '../e2e/support/world.ts'
import { withAnswers } from './console-orders.ts'

/** The desks of customer care, as the pictures show them: the demo has little of it. */
const page = (list: readonly object[]) => ({ list, next: null, total: list.length, isMore: false })

const CASE = {
  caseNumber: 'HC-7Q2M4X',
  version: 1,
  theme: 'payment',
  kind: 'refund',
  language: 'zh_HK',
  state: 'open',
  isMember: true,
  hasImage: false,
  sentAt: '2026-11-20T03:10:00Z',
  dueAt: '2026-11-25T03:10:00Z',
  answeredAt: null,
  closedAt: null,
  owner: { operatorId: 'op', name: 'Ada Lam' },
  openedBy: null,
}
const CASES = page([
  CASE,
  { ...CASE, caseNumber: 'HC-9K4T2B', kind: 'incident', theme: 'technical', owner: null, hasImage: true },
  { ...CASE, caseNumber: 'HC-3W8P6D', kind: 'dataAccess', theme: 'other', language: 'en_US', owner: null },
])
const OPENED = {
  ...CASE,
  accountId: 'acc-193025',
  name: '何詠詩',
  phone: '+85291234567',
  loginAccount: '+85291234567',
  email: 'ho@example.com',
  device: 'iPhone, iOS 19',
  content: '11 月 20 日晚上增值 200 點，付款頁面顯示成功，但是被收了兩次錢。請退回其中一次，謝謝。',
  answers: [],
}
const FILM = { zh_HK: '夜渡鯉魚門', en_US: 'Night Crossing' }
const DELIVERY = {
  orderId: 'o1',
  orderNumber: 'HB-261120-05AB',
  state: 'paid',
  method: 'pickup',
  lockerCode: 'H852-A',
  district: { zh_HK: '觀塘', en_US: 'Kwun Tong' },
  lines: [{ goodsId: 'g1', name: FILM, medium: 'bluray', quantity: 2, amountCents: 39_600 }],
  paidCents: 39_600,
  refundedCents: 0,
  isRefundRunning: false,
  isDisputed: false,
  hasAddress: true,
  paidAt: '2026-11-20T03:10:00Z',
  sentAt: null,
  deliveredAt: null,
  restockedAt: null,
  reference: null,
}
const SHOWTIME = {
  showtimeId: 's1',
  film: FILM,
  cinema: { zh_HK: '海港戲院', en_US: 'Harbour Cinema' },
  startsAt: '2026-11-21T12:00:00Z',
  tickets: 40,
  admitted: 7,
}
const SUBMISSION = {
  submissionNumber: 'K7QM-2XPD',
  codeName: 'HARBOUR',
  language: 'zh_HK',
  isMember: true,
  agreesToMarketing: true,
  imageFields: ['photo'],
  submittedAt: '2026-11-21T04:30:00Z',
  openedAt: null,
}
const ANNOUNCEMENT = {
  announcementId: 'a-1',
  isHeld: false,
  kind: 'service',
  channels: ['inbox', 'mail'],
  audience: { plans: [], regions: ['HK'], languages: [] },
  title: { zh_HK: '星期日凌晨系統更新', en_US: 'Maintenance on Sunday morning' },
  body: {
    zh_HK: '本星期日凌晨 3 時至 5 時系統更新，期間未能觀看影片。\n\n租看期會自動順延。',
    en_US: 'We’re updating our systems this Sunday from 3 to 5 am. Playback pauses meanwhile.\n\nRentals are extended.',
  },
  path: '/help',
  state: 'sending',
  startsAt: '2026-11-20T08:00:00Z',
  madeAt: '2026-11-20T07:40:00Z',
  madeBy: 'operator:Ada Lam',
  reason: '機房維修',
  counted: 21_400,
  isApproved: true,
  recipients: 8_250,
  inboxes: 8_250,
  mails: 6_020,
  endedAt: null,
  stoppedBy: null,
  version: 1,
}
const PAST = { ...ANNOUNCEMENT, announcementId: 'a-2', state: 'sent', recipients: 640, counted: 640, kind: 'marketing' }

async function writeAnnouncement(opened: Page): Promise<void> {
  const count = { recipients: 1_460, inboxes: 1_460, mails: 880, withoutConsent: 310, minors: 12, withoutEmail: 580 }
  await withAnswers(
    [choices, { plans: [], email: 'ada@harbour.test' }],
    [tryOut, { ...count, way: 'second' }],
    [preview, { subject: ANNOUNCEMENT.title, text: ANNOUNCEMENT.body }],
  )(opened)
  for (const [name, text] of [
    ['titleZh', ANNOUNCEMENT.title.zh_HK],
    ['titleEn', ANNOUNCEMENT.title.en_US],
    ['bodyZh', ANNOUNCEMENT.body.zh_HK],
    ['bodyEn', ANNOUNCEMENT.body.en_US],
  ] as const)
    await opened.locator(`[name=${name}]`).fill(text)
  await opened.locator('section[lang] h3').last().waitFor()
}

async function scan(opened: Page): Promise<void> {
  const used = { ...SHOWTIME, admittedAt: '2026-11-21T11:40:00Z', admittedBy: 'Kay Ng' }
  await withAnswers(
    [taken, page([SHOWTIME])],
    [admit, { ...SHOWTIME, ticketId: 't1', admitted: 8, admittedAt: '2026-11-21T11:40:00Z' }],
    [check, { verdict: 'used', ticket: used }],
  )(opened)
  await opened.keyboard.type('K7QM2XPD9RTA')
  await opened.locator('output strong').first().waitFor()
  // It only looks codes up now.
  await opened.locator('[role=radio], input[type=radio]').nth(3).press('Space')
  await opened.keyboard.type('K7QM2XPD9RTB')
  await opened.getByText(/Kay Ng/).waitFor()
}

const SENT = { accountId: 'acc-193025', termsText: '本人同意活動條款。', marketingText: null }
const ANSWERS = [
  { name: 'scene', label: '最喜歡哪一場戲？', value: '最後七分鐘，配樂一停，整個戲院也靜了下來。' },
  { name: 'photo', label: '戲票照片', value: '' },
]

const firstRow = async (opened: Page) => opened.locator('[data-row]').first().click()

export const CARE_VIEWS = [
  { name: 'console-pages', address: '/pages' },
  {
    name: 'console-contact',
    address: '/contact',
    act: async (opened: Page) => {
      await withAnswers([listCases, CASES], [openCase, OPENED])(opened)
      await opened.getByText(CASE.caseNumber).first().waitFor()
    },
  },
  {
    name: 'console-contact-case',
    address: '/contact',
    act: async (opened: Page) => {
      await withAnswers([listCases, CASES], [openCase, OPENED])(opened)
      await opened.goto(`${opened.url().split('#')[0]}#/contact/${CASE.caseNumber}`)
      await opened.getByText(OPENED.name).first().waitFor()
    },
  },
  {
    name: 'console-deliveries',
    address: '/sales?view=deliveries',
    act: async (opened: Page) => {
      const sent = { ...DELIVERY, orderId: 'o2', orderNumber: 'HB-261119-0K2M', method: 'overseas', district: null }
      await withAnswers([listDeliveries, page([DELIVERY, { ...sent, lockerCode: null }])])(opened)
      await opened.getByText(DELIVERY.orderNumber).first().waitFor()
      await firstRow(opened)
    },
  },
  {
    name: 'console-announcements',
    address: '/announcements',
    act: async (opened: Page) => {
      await withAnswers([listAnnouncements, page([ANNOUNCEMENT, PAST])])(opened)
      await opened.locator('[data-row]').first().waitFor()
    },
  },
  {
    name: 'console-announcement',
    address: '/announcements',
    act: async (opened: Page) => {
      await withAnswers([show, ANNOUNCEMENT])(opened)
      await opened.goto(`${opened.url().split('#')[0]}#/announcements/a-1`)
      await opened.locator('progress').waitFor()
    },
  },
  { name: 'console-announcement-new', address: '/announcements/new', act: writeAnnouncement },
  { name: 'console-tickets', address: '/tickets', act: scan },
  {
    name: 'console-submissions',
    address: '/submissions',
    act: async (opened: Page) => {
      const campaign = { codeName: 'HARBOUR', title: FILM, state: 'running', submissions: 2 }
      const other = { ...SUBMISSION, submissionNumber: 'P3RT-8WNA', isMember: false, openedAt: '2026-11-21T05:00:00Z' }
      await withAnswers(
        [campaigns, { list: [campaign] }],
        [listSubmissions, page([SUBMISSION, other])],
        [openSubmission, { ...SUBMISSION, ...SENT, answers: ANSWERS }],
      )(opened)
      await firstRow(opened)
      await opened.locator('td[colspan] button').first().click()
      await opened.getByRole('dialog').waitFor()
      await opened.keyboard.type('抽獎核對')
      await opened.keyboard.press('Enter')
      await opened.locator('td[colspan] dl').waitFor()
    },
  },
] as const
