import { randomUUID } from 'node:crypto'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { queryAutoDebitTransaction, subscriptionDetail } from '#contract/subscriptions.ts'
import { plans as plansEn } from '#text/en_US/plans-web.ts'
import { plans as plansZh } from '#text/zh_HK/plans-web.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { chooseProfile, type Member, profilesOf, register, succeed } from './members.ts'
import { startedOrder } from './paying.ts'
import { visitAs } from './profile-pages.ts'
import { eventually, hashOf, type Page, type Size } from './world.ts'

const TEXT = { zh_HK: plansZh, en_US: plansEn }

/** A payer that has had no free month. */
export const newPayer = (): string => `payer-${randomUUID()}@example.com`

export const subscriptionOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof subscriptionDetail>>('/api_v2/subscription', {}, token)).subscription

/** A member on the plan's screen. */
export async function openPlans(
  member: Member,
  { language = 'zh_HK', size, path = PATHS.monthlyFee }: { language?: Language; size?: Size; path?: string } = {},
) {
  const [first] = await profilesOf(member)
  const profile = await chooseProfile(member, first!)
  return visitAs(member, { path: `/#${path}`, profile, language, ...(size && { size }) })
}

/** Agrees to the conditions and clicks the button of the plan, with a kind of payment. */
export async function startPlan(page: Page, provider: 'PayPal' | 'AlipayHK', language: Language = 'zh_HK') {
  await page.getByRole('radio', { name: new RegExp(`^${provider}`, 'u') }).check({ force: true })
  await page.getByRole('checkbox').check({ force: true })
  await page.locator('form button[type=submit]').click()
  return TEXT[language]
}

/** The member chooses on PayPal's page, as a payer. */
export async function choosePaypal(page: Page, choice: 'approve' | 'decline' | 'cancel', payer = newPayer()) {
  await page.waitForURL(/\/webapps\/billing\/subscriptions\?/)
  const sandbox = new URL(page.url()).origin
  await page.locator('input[name=payer]').fill(payer)
  await page.locator(`button[value=${choice}]`).click()
  await eventually(() => hashOf(page)).toContain(PATHS.subscriptionResult)
  return sandbox
}

/** The member's phone approves the agreement whose QR code is on the page. */
export async function approveByPhone({ token }: Member, page: Page, payer = newPayer()) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img').waitFor()
  const outTradeNo = await startedOrder(page)
  const { nextAction } = await succeed<OutputOf<typeof queryAutoDebitTransaction>>(
    '/api/queryAutoDebitTransaction.action',
    { outTradeNo },
    token,
  )
  const phone = await fetch(nextAction!.qrText!, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approve', payer }),
  })
  if (!phone.ok) throw new Error(`the phone was answered ${phone.status}`)
  return { sandbox: new URL(nextAction!.qrText!).origin, agreementId: outTradeNo }
}

/** A new member with a free month. */
export async function subscribe(provider: 'PayPal' | 'AlipayHK') {
  const member = await register()
  const { page, errors } = await openPlans(member)
  const text = await startPlan(page, provider)
  const agreement =
    provider === 'PayPal'
      ? { sandbox: await choosePaypal(page, 'approve'), agreementId: '' }
      : await approveByPhone(member, page)
  await page.getByText(text.result.startedTitle).waitFor()
  return { member, page, errors, text, ...agreement }
}

/** What the payer's bank does with the charges of an agreement from now on. */
export async function setCharges(
  { sandbox, agreementId }: { sandbox: string; agreementId: string },
  charges: 'succeed' | 'decline',
) {
  const answer = await fetch(`${sandbox}/mandates/${agreementId}`, {
    method: 'POST',
    body: new URLSearchParams({ charges }),
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`the sandbox answered ${answer.status}`)
}
