import { expect } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { PAYMENT_KINDS, type PaymentKind } from '#contract/payments.ts'
import { payments as paymentsEn } from '#text/en_US/payments.ts'
import { plans as plansEn } from '#text/en_US/plans-web.ts'
import { payments as paymentsZh } from '#text/zh_HK/payments.ts'
import { plans as plansZh } from '#text/zh_HK/plans-web.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../../support/full.ts'
import { type Member, register } from './members.ts'
import { creditsOf, finishPayment, openTopUp, type PayerChoice } from './paying.ts'
import { openPlans, subscriptionOf } from './subscribing.ts'
import type { Page } from './world.ts'

interface KindRow {
  /**
   * How the member learns that the payer declined. `told`: by the provider's callback. `asked`: by the button that has the server ask,
   * since WeChat Pay tells of successes only. `never`: a payer cannot decline an invoice in cryptocurrency, only leave it.
   */
  decline: 'told' | 'asked' | 'never'
  /** Where the payer is: on the provider's page, which leads back, or with a phone that has scanned the code in our dialog. */
  place: 'page' | 'code'
  /** A payment that comes late: some minutes after the payer agreed, or for an invoice after its time. */
  late: Extract<PayerChoice, 'delay' | 'late'>
}

/**
 * What the payers of each kind can do: besides paying, they decline (unless `never`), pay late, and leave without paying. A cryptocurrency
 * is paid with on `/cryptopay`, the others on `/paypiont`. Octopus is Antom's, which the sandbox offers; by Payment Asia it is the page of
 * `payasia` with another network, which test/payment-page-sandbox.test.ts goes through.
 */
const KINDS: Readonly<Record<PaymentKind, KindRow>> = {
  paypal: { decline: 'told', place: 'page', late: 'delay' },
  alipay: { decline: 'told', place: 'code', late: 'delay' },
  wechat: { decline: 'asked', place: 'code', late: 'delay' },
  payme: { decline: 'told', place: 'code', late: 'delay' },
  octopus: { decline: 'told', place: 'page', late: 'delay' },
  payasia: { decline: 'told', place: 'page', late: 'delay' },
  crypto: { decline: 'never', place: 'page', late: 'late' },
}

const TEXT = {
  zh_HK: { ...paymentsZh, agree: plansZh.crypto.factList[0]!.text },
  en_US: { ...paymentsEn, agree: plansEn.crypto.factList[0]!.text },
}

/** A member on the screen where a kind is paid with. */
export interface Journey extends KindRow {
  kind: PaymentKind
  member: Member
  page: Page
  errors: string[]
  text: (typeof TEXT)[Language]
}

/** Opens the screen where a kind is paid with, as a new member. */
export async function openJourney(kind: PaymentKind, language: Language = 'zh_HK'): Promise<Journey> {
  const row = { ...KINDS[kind], kind, text: TEXT[language] }
  if (kind !== 'crypto') return { ...(await openTopUp({ language })), ...row }
  const member = await register()
  return { member, ...(await openPlans(member, { path: PATHS.cryptoPay, language })), ...row }
}

/** Chooses the kind on its screen and starts the payment. */
async function start({ kind, page, text }: Journey): Promise<void> {
  if (kind === 'crypto') {
    await page.getByText(text.agree).waitFor()
    await page.getByRole('checkbox').check({ force: true })
  } else await page.getByRole('radio', { name: text.providers[kind], exact: true }).check({ force: true })
  await page.locator('form button[type=submit]').click()
}

/** Starts a payment; then the payer does something about it. */
export async function pay(journey: Journey, choice: PayerChoice): Promise<void> {
  await start(journey)
  await finishPayment({ ...journey, choice })
}

/** The member begins again from the result of a payment that brought nothing. */
export async function beginAgain({ kind, page, text }: Journey): Promise<void> {
  await page.getByRole('link', { name: text.result.retry }).click()
  const screen = kind === 'crypto' ? PATHS.cryptoPay : PATHS.payPoint
  await page.waitForURL((url) => url.hash.startsWith(`#${screen}`))
}

/** Starts a payment and leaves it: by the link back on the provider's page, or by closing the dialog with the code. */
export async function leave(journey: Journey): Promise<void> {
  const { kind, page, text, place } = journey
  if (place === 'page') {
    await pay(journey, 'cancel')
    await page.getByText(text.result.pendingTitle(text.providers[kind])).first().waitFor()
    return
  }
  await start(journey)
  const dialog = page.getByRole('dialog', { name: text.qr.title(text.providers[kind]) })
  await dialog.getByRole('img').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Starts a payment that nobody finishes: the browser has come back from the provider's page, or the code is still shown. */
export async function abandon(journey: Journey): Promise<void> {
  if (journey.place === 'page') return leave(journey)
  const { kind, page, text } = journey
  await start(journey)
  await page.getByRole('img', { name: text.qr.image(text.providers[kind]) }).waitFor()
}

/** Pays what was left: from its result, or on the screen where the dialog was. */
export async function payWhatWasLeft(journey: Journey): Promise<void> {
  const { page, text, place } = journey
  if (place === 'code') return pay(journey, 'approve')
  const onward = page
    .getByRole('link', { name: text.result.continue })
    .or(page.getByRole('button', { name: text.result.continue }))
  await onward.click()
  await finishPayment({ ...journey, choice: 'approve' })
}

/** The payment that the payer declines takes nothing; the screen says so. */
export async function decline(journey: Journey): Promise<void> {
  const { kind, page, text } = journey
  await pay(journey, 'decline')
  if (journey.decline === 'asked') {
    const dialog = page.getByRole('dialog', { name: text.qr.title(text.providers[kind]) })
    await dialog.getByRole('button', { name: text.qr.check }).click()
  }
  await page.getByText(text.result.failedTitle).waitFor()
  await expectNothing(journey)
}

/** The result says that the payment is complete, and it brought what was bought once. */
export async function expectPaid({ kind, member, page, text }: Journey): Promise<void> {
  await page.getByText(text.result.paid, { exact: true }).waitFor()
  expect(await creditsOf(member)).toBe(kind === 'crypto' ? 60 : 50)
  if (kind !== 'crypto') return
  const plan = await subscriptionOf(member)
  expect([plan?.state, plan?.nextChargeAt, plan?.provider]).toEqual(['cancelling', undefined, undefined])
}

/** Nothing was bought. */
export async function expectNothing({ kind, member }: Journey): Promise<void> {
  expect(await creditsOf(member)).toBe(0)
  if (kind === 'crypto') expect(await subscriptionOf(member)).toBeNull()
}

/** Pages that are open at once: more would only wait for the processor. */
const AT_ONCE = isFull ? 3 : 4

/**
 * Runs a journey for each kind, several in one browser at once.
 * @throws with the names of those that failed
 */
export async function forEachKind<T>(
  work: (kind: PaymentKind) => Promise<T>,
  kinds: readonly PaymentKind[] = PAYMENT_KINDS,
): Promise<T[]> {
  const left = [...kinds.entries()]
  const done: T[] = []
  const failures: unknown[] = []
  const nextKind = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, kind] = next
      await work(kind).then(
        (result) => (done[at] = result),
        (cause: unknown) => failures.push(new Error(`${kind}: ${String(cause)}`, { cause })),
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, nextKind))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'))
  return done
}
