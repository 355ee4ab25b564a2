import { PAYMENT_KINDS } from '#contract/payments.ts'
import { createCall } from '../support/member-call.ts'

/** What a member does; a call that fails or is refused throws, and is not acknowledged. */
export interface ChaosMember {
  readonly mobileno: string
  readonly token: string
  readonly profileId: string
}

/** What the service has acknowledged, and how the database shows it. */
export interface Acknowledged {
  readonly what: string
  /** Of the acknowledgement, by the computer's clock. */
  readonly at: string
  /** A query that returns a row once it holds. */
  readonly query: string
  readonly values: readonly unknown[]
}

export interface Actions {
  readonly random: () => number
  readonly origin: string
  readonly titles: readonly string[]
  readonly codes: readonly string[]
  readonly acknowledged: Acknowledged[]
}

type Action = (member: ChaosMember, world: Actions) => Promise<void>

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

/** A request is answered within 12 s whatever is lost. */
export const ANSWER_MS = 12_500

const caller = (member: ChaosMember, { origin }: Actions) => {
  const call = createCall(origin, { timeoutMs: ANSWER_MS })
  return <T>(path: string, body: object = {}) =>
    call<T>(path, body, { token: member.token, device: member.mobileno, language: 'en_US' })
}

// oxlint-disable-next-line max-params -- what is read as a sentence
const note = ({ acknowledged }: Actions, what: string, query: string, ...values: unknown[]): void => {
  acknowledged.push({ what, at: new Date().toISOString(), query, values })
}

interface Started {
  outTradeNo: string
  status?: string
  nextAction?: { type: string; url: string; qrText?: string; fields?: Record<string, string> }
}

const RETURNS = (origin: string) => ({ continueURL: `${origin}/#/paypiont`, cancelURL: `${origin}/#/paypiont` })
const CHOICES = ['approve', 'approve', 'approve', 'double', 'silent', 'delay', 'twice', 'decline'] as const

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(20_000),
  }).catch((error: unknown) => {
    throw new Error('the page of a provider', { cause: error })
  })

/** Goes to the payer's page as a browser does, and chooses there. */
async function choose({ nextAction }: Started, choice: string): Promise<void> {
  if (!nextAction) return
  const { type, url, qrText = '', fields = {} } = nextAction
  const page = type === 'form' ? ((await post(url, fields)).headers.get('location') ?? '') : url || qrText
  if (page.startsWith('http')) await (await post(page, { choice })).arrayBuffer()
}

const ORDER = 'select from payment_order where order_id = $1'
export const PAID = `select from payment_order where order_id = $1 and paid_at is not null`

async function pay(started: Started, member: ChaosMember, world: Actions): Promise<void> {
  note(world, 'an order that was started', ORDER, started.outTradeNo)
  await choose(started, pick(world.random, CHOICES))
  const { status } = await caller(member, world)<{ status: string }>('/api_v2/payment/status', {
    outTradeNo: started.outTradeNo,
  })
  if (status === 'paid') note(world, 'a payment that was called paid', PAID, started.outTradeNo)
}

const topUp: Action = async (member, world) => {
  const body = {
    amount: 5_000,
    purpose: 'credits',
    purposeId: 'credits-50',
    provider: pick(world.random, PAYMENT_KINDS),
  }
  await pay(
    await caller(member, world)<Started>('/api/setupPaypal.action', { ...body, ...RETURNS(world.origin) }),
    member,
    world,
  )
}

const rent: Action = async (member, world) => {
  const call = caller(member, world)
  const programId = pick(world.random, world.titles)
  const quote = await call<{ payment?: number; resourceId?: string; redirectURL?: string }>('/api_v2/order', {
    programId,
  })
  if (quote.resourceId === undefined) return watch(member, world, { programId, redirectURL: quote.redirectURL! })
  const tabs = world.random() < 0.3 ? 2 : 1
  const buy = () =>
    call<{ charged: number }>('/api_v2/payPlay', { programId, payment: quote.payment, resourceId: quote.resourceId })
  const answers = await Promise.allSettled(Array.from({ length: tabs }, buy))
  const bought = answers.some(({ status }) => status === 'fulfilled')
  if (bought)
    note(
      world,
      `a rental of ${programId}`,
      `select from rental r join wallet w using (wallet_id) join account a using (account_id) where a.number = $1 and r.program_id = $2`,
      `+852${member.mobileno}`,
      programId,
    )
  if (!bought) throw (answers[0] as PromiseRejectedResult).reason
}

/** Reports progress under the grant, as the player does. */
async function watch(
  member: ChaosMember,
  world: Actions,
  { programId, redirectURL }: { programId: string; redirectURL: string },
) {
  const [, grant] = /\/v\/([^/]+)\//.exec(redirectURL) ?? []
  const position = Math.floor(world.random() * 50)
  const at = new Date().toISOString()
  const call = caller(member, world)
  await call(`/v/${grant}/progress`, { event: 'playing', position, duration: 60, at, sentAt: at })
  note(
    world,
    `progress in ${programId}`,
    'select from bookmark where profile_id = $1 and program_guid = $2 and at >= $3',
    member.profileId,
    programId,
    at,
  )
  await call(`/v/${grant}/progress`, { event: 'left', at, sentAt: at })
}

const play: Action = async (member, world) => {
  const programId = 'chaos-free'
  const { redirectURL } = await caller(member, world)<{ redirectURL: string }>('/api_v2/order', { programId })
  await watch(member, world, { programId, redirectURL })
}

const subscribe: Action = async (member, world) => {
  const body = { planId: 'entertainment-pass', provider: pick(world.random, ['paypal', 'alipay']) }
  const started = await caller(member, world)<Started & { merchantAgreementId: string }>(
    '/api/CreateRecurringPaymentsProfile.action',
    { ...body, ...RETURNS(world.origin) },
  )
  note(
    world,
    'an agreement that was started',
    'select from agreement where agreement_id = $1',
    started.merchantAgreementId,
  )
  await choose(started, pick(world.random, ['approve', 'approve', 'double', 'silent', 'decline']))
}

const endPlan: Action = async (member, world) => {
  await caller(member, world)('/api/TerminateRecurringPayment.action', { undo: world.random() < 0.5 })
}

const REDEEMED = 'a code that was redeemed'
/** The code itself is nowhere: they are counted. */
const CODES_OF = `
  select from code_use join account using (account_id) where number = $1 group by account_id having count(*) >= $2`

const redeem: Action = async (member, world) => {
  const code = pick(world.random, world.codes)
  const { redeemedAt } = await caller(member, world)<{ redeemedAt?: string }>('/api/redeemPromotionCode.action', {
    code,
  })
  // It was redeemed before.
  if (redeemedAt !== undefined) return
  const number = `+852${member.mobileno}`
  const before = world.acknowledged.filter(({ what, values }) => what === REDEEMED && values[0] === number).length
  note(world, REDEEMED, CODES_OF, number, before + 1)
}

const orderGoods: Action = async (member, world) => {
  const body = {
    saleId: 'chaos-sale',
    lines: ['chaos-dvd:1'],
    recipient: '陳大文',
    phone: '91234567',
    method: 'pickup',
    lockerCode: 'H852-1',
    amount: 5_000,
    provider: pick(world.random, PAYMENT_KINDS),
  }
  await pay(
    await caller(member, world)<Started>('/api_v2/sales/order', { ...body, ...RETURNS(world.origin) }),
    member,
    world,
  )
}

const buySeats: Action = async (member, world) => {
  const call = caller(member, world)
  const slotId = `chaos-slot-${Math.floor(world.random() * 5)}`
  const { payment, resourceId, startsAt } = await call<{ payment: number; resourceId: string; startsAt: string }>(
    '/api_v2/privateCinema/quote',
    { slotId },
  )
  await call('/api_v2/privateCinema/create', { programId: 'chaos-premiere', startsAt, payment, resourceId })
  note(
    world,
    'a screening that was bought',
    `select from screening join account using (account_id) where number = $1 and slot_id = $2 and bought_at is not null`,
    `+852${member.mobileno}`,
    slotId,
  )
}

const favour: Action = async (member, world) => {
  const programId = pick(world.random, world.titles)
  await caller(member, world)('/api_v2/profile/favorite/create', { programId, programGuid: programId })
  note(
    world,
    `the favourite ${programId}`,
    'select from favorite where profile_id = $1 and program_id = $2',
    member.profileId,
    programId,
  )
}

/** As often as they are listed. */
export const ACTIONS: Readonly<Record<string, { weight: number; run: Action }>> = {
  topUp: { weight: 4, run: topUp },
  rent: { weight: 6, run: rent },
  play: { weight: 6, run: play },
  subscribe: { weight: 2, run: subscribe },
  endPlan: { weight: 1, run: endPlan },
  redeem: { weight: 2, run: redeem },
  orderGoods: { weight: 2, run: orderGoods },
  buySeats: { weight: 1, run: buySeats },
  favour: { weight: 2, run: favour },
}

export function chooseAction(random: () => number): { name: string; run: Action } {
  const all = Object.entries(ACTIONS).flatMap(([name, { weight, run }]) =>
    Array.from({ length: weight }, () => ({ name, run })),
  )
  return pick(random, all)
}
