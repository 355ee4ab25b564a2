import { expect, test } from 'vitest'
import { adminUrl, type Role } from '#contract/admin/endpoint.ts'
import { reveal, REVEALED_SECONDS, REVEALS_HOURLY } from '#contract/admin/customers.ts'
import type { Language } from '#contract/languages.ts'
import { consoleActions as actionsEn } from '#text/en_US/console-actions.ts'
import { consoleApprovals as approvalsEn } from '#text/en_US/console-approvals.ts'
import { consoleCompensations as compensationsEn } from '#text/en_US/console-compensations.ts'
import { consoleShell as shellEn } from '#text/en_US/console-shell.ts'
import { consoleActions } from '#text/zh_HK/console-actions.ts'
import { consoleApprovals } from '#text/zh_HK/console-approvals.ts'
import { consoleCompensations } from '#text/zh_HK/console-compensations.ts'
import { consoleCustomers } from '#text/zh_HK/console-customers.ts'
import { consoleSession } from '#text/zh_HK/console-session.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { seriousViolations, tabTo } from './support/accessibility.ts'
import { createOperator, setCredentials, signIn, uniqueEmail, visitConsole } from './support/console.ts'
import { register } from './support/members.ts'
import { creditsOf, memberWithCredits } from './support/paying.ts'
import { advanceClock, clockNow, eventually, hashOf, type Page } from './support/world.ts'

async function signedIn(role: Role, language: Language = 'zh_HK') {
  const email = uniqueEmail(role)
  const token = await createOperator({ email, name: `Op ${role}`, roles: [role] })
  const { page, errors } = await visitConsole(`/welcome/${token}`, { language })
  const operator = await setCredentials(page, { email, name: `Op ${role}`, language })
  await signIn(page, operator, language)
  await page.locator('nav').waitFor()
  return { page, operator, faults: () => errors.filter((error) => !/40[13] \(/.test(error)) }
}

const goTo = (page: Page, path: string) => page.goto(`${page.url().split('#')[0]}#${path}`)

async function assertAccessible(page: Page): Promise<void> {
  for (const size of [
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    expect(await seriousViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    )
  }
}

const revealByApi = (page: Page, accountId: string) =>
  page.evaluate(
    async ([url, input]) => {
      const headers = { 'content-type': 'application/json', 'x-harbour-console': '1' }
      const answer = await fetch(url, { method: 'POST', headers, body: input })
      return ((await answer.json()) as { result: string }).result
    },
    [adminUrl(reveal), JSON.stringify({ accountId, field: 'number', reason: '核對來電者' })] as const,
  )

test('a number is revealed for a minute with a reason by the keyboard, is in the audit log, and beyond twenty an hour takes a code', async () => {
  const { mobileno, userId } = await register('陳先生')
  const number = `+852${mobileno}`
  const { page, operator, faults } = await signedIn('care')
  const { identity, tabs } = consoleCustomers
  await page.clock.install()
  await goTo(page, `/customers/${userId}`)
  await page.getByRole('heading', { name: '陳先生', level: 1 }).waitFor()
  const button = page.getByRole('button', { name: identity.revealOf(identity.fields.number) })
  const revealByKeyboard = async () => {
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: identity.revealTitle(identity.fields.number) }).waitFor()
    await page.keyboard.type('核對來電者')
  }
  await revealByKeyboard()
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByText(number).waitFor()
  await assertAccessible(page)
  await page.clock.fastForward((REVEALED_SECONDS + 1) * 1_000)
  await page.getByText(number).waitFor({ state: 'detached' })

  for (let n = 1; n < REVEALS_HOURLY; n++) expect(await revealByApi(page, userId)).toBe('SUCCESS')
  // Signing in counts as a code for ten minutes.
  await advanceClock('PT11M')
  await revealByKeyboard()
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: consoleSession.stepUp.title })
  await proof.getByLabel(consoleSession.code).waitFor()
  await assertAccessible(page)
  await proof.getByLabel(consoleSession.code).fill(operator.nextCode())
  await page.getByText(number).waitFor()

  await page.getByRole('radio', { name: tabs.history }).focus()
  await page.keyboard.press('Space')
  const log = page.getByRole('table', { name: tabs.history })
  await log.getByText('核對來電者').nth(REVEALS_HOURLY).waitFor()
  expect(await log.textContent()).not.toContain(mobileno)
  expect(faults()).toEqual([])
})

const TEXT = {
  zh_HK: {
    text: consoleCompensations,
    shell: consoleShell,
    approvals: consoleApprovals,
    actions: consoleActions,
  },
  en_US: { text: compensationsEn, shell: shellEn, approvals: approvalsEn, actions: actionsEn },
}

/** What a field for a date and time takes. */
const inHongKong = (instant: Temporal.Instant) =>
  instant.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDateTime().toString({ smallestUnit: 'minute' })

async function tryOut(
  page: Page,
  language: Language,
  { incident, from, until }: Record<'incident' | 'from' | 'until', string>,
) {
  const { text, shell } = TEXT[language]
  await page.getByRole('heading', { name: shell.screens.compensations, level: 1 }).waitFor()
  await tabTo(page, 'a[href="#/compensations/new"]')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: text.form.title, level: 1 }).waitFor()
  await tabTo(page, '[name=incident]')
  await page.keyboard.type(incident)
  // Chromium's field takes its parts one after the other, in the order of the browser's language.
  await page.locator('[name=from]').fill(from)
  await page.locator('[name=until]').fill(until)
  for (const each of ['rented', 'streamed']) {
    await tabTo(page, `[name=who-${each}]`)
    await page.keyboard.press('Space')
  }
  await tabTo(page, 'button[type=submit]')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: text.form.outcome }).waitFor()
}

test.each(['zh_HK', 'en_US'] as const)(
  'in %s members who paid during an outage are compensated by the keyboard: tried out, approved by finance, and once only',
  async (language) => {
    const { text, approvals, actions } = TEXT[language]
    const start = Temporal.Instant.from(await advanceClock('PT3H'))
    const member = await memberWithCredits()
    const before = await creditsOf(member)
    const end = Temporal.Instant.from(await clockNow())
    await advanceClock('PT5M')
    const incident = `${language} ${start.epochMilliseconds}`
    const times = { from: inHongKong(start), until: inHongKong(end.add({ minutes: 2 })) }
    const { page, faults } = await signedIn('care', language)
    await goTo(page, '/compensations')
    await tryOut(page, language, { incident, ...times })
    await page.getByText(text.form.count('1')).waitFor()
    await page.getByText(text.form.creditsInAll('20')).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: text.form.submit }).press('Enter')
    await page.getByRole('dialog', { name: text.form.confirmTitle('1') }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.type('outage')
    await page.keyboard.press('Tab')
    await page.keyboard.type(text.form.word)
    await page.keyboard.press('Enter')
    await page.getByText(text.form.waits).waitFor()
    expect(await creditsOf(member)).toBe(before)

    const finance = await signedIn('finance', language)
    await goTo(finance.page, '/approvals')
    const card = finance.page.getByRole('listitem').filter({ hasText: incident })
    await card.getByRole('button', { name: approvals.approve }).press('Enter')
    const decision = finance.page.getByRole('dialog', {
      name: approvals.approveTitle(actions.requests['/customers/compensate']!),
    })
    expect(await seriousViolations(finance.page)).toEqual([])
    await decision.getByRole('button', { name: approvals.approve }).press('Enter')
    await card.waitFor({ state: 'detached' })
    await eventually(() => creditsOf(member)).toBe(before + 20)

    await page.reload()
    await page.getByRole('link', { name: text.open(incident) }).press('Enter')
    await page.getByRole('heading', { name: incident, level: 1 }).waitFor()
    await page.getByText(text.states.done).first().waitFor()
    await assertAccessible(page)
    await goTo(page, '/compensations')
    await tryOut(page, language, { incident, ...times })
    await page.getByText(text.form.nobody).waitFor()
    await page.getByText(text.form.hadBefore('1')).waitFor()
    await assertAccessible(page)
    expect(await page.getByRole('button', { name: text.form.submit, exact: true }).count()).toBe(0)
    expect(hashOf(page)).toBe('#/compensations/new')
    expect([...faults(), ...finance.faults()]).toEqual([])
  },
)
