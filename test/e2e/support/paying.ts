import type { OutputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentKind, paymentPacks, paymentStatus, setupPaypal } from '#contract/payments.ts'
import type { wallet } from '#contract/wallet.ts'
import { payments as paymentsEn } from '#text/en_US/payments.ts'
import { payments as paymentsZh } from '#text/zh_HK/payments.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { chooseProfile, type Member, profilesOf, register, succeed } from './members.ts'
import { visitAs } from './profile-pages.ts'
import { eventually, hashOf, type Page, type Size, world } from './world.ts'

/** What the sandbox's pages offer to a payer. */
export type PayerChoice = 'approve' | 'decline' | 'delay' | 'late' | 'cancel'

const TEXT = { zh_HK: paymentsZh, en_US: paymentsEn }

export const creditsOf = async ({ token }: Member): Promise<number> =>
  (await succeed<OutputOf<typeof wallet>>('/api_v2/wallet', {}, token)).credits

/** A new member on the top-up screen. */
export async function openTopUp({
  language = 'zh_HK',
  packId,
  size,
}: { language?: Language; packId?: string; size?: Size } = {}) {
  const member = await register()
  const [first] = await profilesOf(member)
  const profile = await chooseProfile(member, first!)
  const path = `/#${PATHS.payPoint}${packId ? `?packId=${packId}` : ''}`
  const { page, errors } = await visitAs(member, { path, profile, language, ...(size && { size }) })
  return { member, page, errors, text: TEXT[language] }
}

interface Paying {
  member: Member
  page: Page
  kind: PaymentKind
  choice: PayerChoice
  text: Pick<typeof paymentsZh, 'providers' | 'qr'>
}

/** What the payer does once a payment was started: on the provider's page, or with the phone that scans the QR code. */
export async function finishPayment({ member, page, kind, choice, text }: Paying): Promise<void> {
  const name = text.providers[kind]
  const dialog = page.getByRole('dialog', { name: text.qr.title(name) })
  const isElsewhere = (url: URL) => url.origin !== world.url
  const place = await Promise.race([
    page.waitForURL(isElsewhere).then(() => 'page' as const),
    dialog.waitFor().then(() => 'code' as const),
  ])
  if (place === 'page') {
    await page.locator(`button[value=${choice}]`).click()
    await eventually(() => hashOf(page)).toContain(PATHS.subscriptionResult)
    return
  }
  await dialog.getByRole('img', { name: text.qr.image(name) }).waitFor()
  const outTradeNo = await startedOrder(page)
  const status = await succeed<OutputOf<typeof paymentStatus>>('/api_v2/payment/status', { outTradeNo }, member.token)
  await scan(status.nextAction!.qrText!, choice)
}

/** What this tab has started: a payment's or an agreement's id on the wire. */
export const startedOrder = (page: Page): Promise<string> =>
  page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('harbour.payment') ?? '{}') as { outTradeNo?: string }).outTradeNo ?? '',
  )

/** The phone that scans the QR code. */
async function scan(qrText: string, choice: PayerChoice): Promise<void> {
  const body = new URLSearchParams({ choice })
  const { status } = await fetch(qrText, { method: 'POST', body, redirect: 'manual' })
  if (status >= 400) throw new Error(`the phone was answered ${status}`)
}

/** A new member who bought the smallest pack of credits by WeChat Pay, or another one otherwise. */
export async function memberWithCredits(
  name?: string,
  { pack, provider = 'wechat' }: { pack?: string; provider?: 'wechat' | 'alipay' } = {},
): Promise<Member> {
  const member = await register(name)
  const { token } = member
  const { list } = await succeed<OutputOf<typeof paymentPacks>>('/api_v2/payment/packs', {}, token)
  const { packId, amount } = list.find((one) => one.packId === pack) ?? list[0]!
  const address = `${world.url}/${paths.payPoint()}`
  const { nextAction } = await succeed<OutputOf<typeof setupPaypal>>(
    '/api/setupPaypal.action',
    {
      purpose: 'credits',
      purposeId: packId,
      amount,
      provider,
      continueURL: address,
      cancelURL: address,
      terminal: 'web',
    },
    token,
  )
  await scan(nextAction!.qrText!, 'approve')
  await eventually(() => creditsOf(member)).toBeGreaterThan(0)
  return member
}
