import { expect, test } from 'vitest'
import { adminUrl, type AdminEndpoint, type Role } from '#contract/admin/endpoint.ts'
import { me } from '#contract/admin/session.ts'
import { campaigns, list as listSubmissions, open as openSubmission } from '#contract/admin/submissions.ts'
import { admit, check, taken, undo } from '#contract/admin/tickets.ts'
import type { Language } from '#contract/languages.ts'
import { consoleAnnouncements as announcementsEn } from '#text/en_US/console-announcements.ts'
import { consoleShell as shellEn } from '#text/en_US/console-shell.ts'
import { consoleTickets as ticketsEn } from '#text/en_US/console-tickets.ts'
import { consoleAnnouncements } from '#text/zh_HK/console-announcements.ts'
import { consoleCustomerActions } from '#text/zh_HK/console-customer-actions.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { consoleSubmissions } from '#text/zh_HK/console-submissions.ts'
import { seriousViolations, tabTo } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { register } from './support/members.ts'
import { eventually, hashOf, type Page } from './support/world.ts'

const TABLET = { width: 820, height: 1180 }
const DESKTOP = { width: 1440, height: 900 }

const signedIn = (language: Language = 'zh_HK', role: Role = 'care') =>
  visitSignedIn('/', { name: `Op ${role}`, roles: [role], language })

/** Goes to the screen of a letter. */
async function go(page: Page, letter: string, title: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}

/** At both widths: nothing that axe finds, and no page that is wider than the window. */
async function assertAccessible(page: Page): Promise<void> {
  for (const size of [TABLET, DESKTOP]) {
    await page.setViewportSize(size)
    expect(await seriousViolations(page)).toEqual([])
    const [wide, window] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth] as const
    })
    expect(wide).toBeLessThanOrEqual(window)
  }
}

const answerWith = (page: Page, endpoint: AdminEndpoint, answer: object) =>
  page.route(`**${adminUrl(endpoint)}`, (route) => route.fulfill({ json: { result: 'SUCCESS', ...answer } }))

const pageOf = (list: readonly object[]) => ({ list, next: null, total: list.length, isMore: false })

const ANNOUNCEMENTS = {
  zh_HK: { text: consoleAnnouncements, shell: consoleShell },
  en_US: { text: announcementsEn, shell: shellEn },
}

test.each(['zh_HK', 'en_US'] as const)(
  'in %s an announcement is written, tried, scheduled and cancelled by the keyboard',
  async (language) => {
    const { text, shell } = ANNOUNCEMENTS[language]
    const { page, errors } = await signedIn(language)
    await go(page, 'g', shell.screens.announcements)
    await page.getByRole('link', { name: text.add }).first().waitFor()
    await assertAccessible(page)
    await tabTo(page, 'a[href="#/announcements/new"]')
    await page.keyboard.press('Enter')
    const titles = { zh_HK: `海港 ${Date.now()}`, en_US: `Harbour ${Date.now()}` }
    for (const [name, typed] of [
      ['titleZh', titles.zh_HK],
      ['bodyZh', '今晚暫停服務。'],
      ['titleEn', titles.en_US],
      ['bodyEn', 'We pause tonight.'],
    ] as const) {
      await tabTo(page, `[name=${name}]`)
      await page.keyboard.type(typed)
    }
    await tabTo(page, '[name=startsAt]')
    // Chromium's field takes its parts one after the other, in the order of the browser's language.
    await page.locator('[name=startsAt]').fill('2027-11-21T09:30')
    await page.getByText('We pause tonight.').last().waitFor()
    await assertAccessible(page)
    await tabTo(page, 'button[type=submit]')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.type('maintenance')
    await page.keyboard.press('Tab')
    await page.keyboard.type(text.form.word)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: titles[language], level: 1 }).waitFor()
    await page.getByText(text.states.planned).first().waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: text.one.stopPlanned }).press('Enter')
    await page.getByRole('dialog', { name: text.one.stopTitle }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.type('not needed')
    await page.keyboard.press('Enter')
    await page.getByText(text.one.stopped).waitFor()
    await page.getByText(text.states.stopped).first().waitFor()
    expect(errors).toEqual([])
  },
)

const FILM = { zh_HK: '夜渡鯉魚門', en_US: 'Night Crossing' }
const SHOWTIME = {
  showtimeId: 's1',
  film: FILM,
  cinema: { zh_HK: '海港戲院', en_US: 'Harbour Cinema' },
  startsAt: '2026-11-21T12:00:00Z',
  tickets: 40,
  admitted: 7,
}

test('a counter lets people in, is told why not, and takes a mistake back, with a scanner and keys alone', async () => {
  const { page, errors } = await signedIn('en_US')
  await answerWith(page, taken, pageOf([SHOWTIME]))
  await answerWith(page, admit, { ...SHOWTIME, ticketId: 't1', admitted: 8, admittedAt: '2026-11-21T11:40:00Z' })
  await answerWith(page, undo, {})
  await go(page, 'x', shellEn.screens.tickets)
  await assertAccessible(page)
  await page.keyboard.type('K7QM2XPD9RTA')
  await page.getByText(ticketsEn.words.admitted, { exact: true }).first().waitFor()
  await page.getByText(ticketsEn.count('8', '40')).waitFor()
  await assertAccessible(page)
  await page.unroute(`**${adminUrl(admit)}`)
  await page.route(`**${adminUrl(admit)}`, (route) =>
    route.fulfill({ json: { result: 'FAILED', errorCode: 'CONFLICT', message: 'used' } }),
  )
  const used = { ...SHOWTIME, admittedAt: '2026-11-21T11:40:00Z', admittedBy: 'Kay Ng' }
  await answerWith(page, check, { verdict: 'used', ticket: used })
  await page.keyboard.type('K7QM2XPD9RTB')
  await page.getByText(ticketsEn.words.used, { exact: true }).first().waitFor()
  await page.getByText(/Kay Ng/).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: /^Undo/ }).press('Enter')
  await page.getByText(ticketsEn.undone).waitFor()
  await page.getByRole('radio', { name: ticketsEn.views.showtimes }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('table').waitFor()
  await assertAccessible(page)
  expect(errors).toEqual([])
})

const SUBMISSION = {
  submissionNumber: 'K7QM-2XPD',
  codeName: 'HARBOUR',
  language: 'zh_HK',
  isMember: true,
  agreesToMarketing: true,
  imageFields: [],
  submittedAt: '2026-11-21T04:30:00Z',
  openedAt: null,
}

test('what was sent with a campaign is opened with a reason, by the keyboard', async () => {
  const { page, errors } = await signedIn()
  const campaign = { codeName: 'HARBOUR', title: FILM, state: 'running', submissions: 1 }
  await answerWith(page, campaigns, { list: [campaign] })
  await answerWith(page, listSubmissions, pageOf([SUBMISSION]))
  const answers = [{ name: 'why', label: '為何喜歡', value: '那場雨。' }]
  await answerWith(page, openSubmission, {
    ...SUBMISSION,
    accountId: null,
    answers,
    termsText: '同意',
    marketingText: null,
  })
  await go(page, 'j', consoleShell.screens.submissions)
  await page.getByText(SUBMISSION.submissionNumber).first().waitFor()
  await assertAccessible(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: consoleSubmissions.show.button })
  await button.waitFor()
  await assertAccessible(page)
  await button.press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.keyboard.type('抽獎核對')
  await page.keyboard.press('Enter')
  await page.getByText('那場雨。').waitFor()
  await assertAccessible(page)
  expect(errors).toEqual([])
})

test('another number is asked for with two proofs, and waits for a second person', async () => {
  const { number: text } = consoleCustomerActions.actions
  const { userId } = await register('何小姐')
  const { page, errors } = await signedIn()
  await page.goto(`${page.url().split('#')[0]}#/customers/${userId}`)
  await page.getByRole('heading', { name: '何小姐', level: 1 }).waitFor()
  await page.getByRole('button', { name: new RegExp(`${text.label}$`) }).press('Enter')
  const dialog = page.getByRole('dialog', { name: text.title })
  await dialog.waitFor()
  await assertAccessible(page)
  await tabTo(page, '[name=mobileno]')
  await page.keyboard.type('51234567')
  for (const proof of ['order', 'birthday']) {
    await tabTo(page, `[name=proof-${proof}]`)
    await page.keyboard.press('Space')
  }
  await tabTo(page, '[name=reason]')
  await page.keyboard.type('遺失電話卡')
  expect(await seriousViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText(consoleShell.waits).first().waitFor()
  await eventually(() => dialog.count()).toBe(0)
  expect(hashOf(page)).toBe(`#/customers/${userId}`)
  expect(errors).toEqual([])
})

test('the rail says in words how many wait in each queue', async () => {
  const { page, errors } = await signedIn()
  await page.route(`**${adminUrl(me)}`, async (route) => {
    const answer = await route.fetch()
    const queues = { comments: 12, contact: 100, sales: 0, submissions: 3 }
    await route.fulfill({ json: { ...((await answer.json()) as object), queues, approvals: 0 } })
  })
  await page.reload()
  const rail = page.getByRole('navigation', { name: consoleShell.navigation })
  for (const [screen, count] of [
    ['comments', '12'],
    ['contact', '99+'],
    ['submissions', '3'],
  ] as const)
    await rail.getByRole('link', { name: `${consoleShell.screens[screen]} ${consoleShell.waitingIn(count)}` }).waitFor()
  await assertAccessible(page)
  expect(errors).toEqual([])
})
