import { createLedger } from '#server/domains/ledger/index.ts'
import type { CallbackReport } from '#server/domains/payments/index.ts'
import { createScreenings } from '#server/domains/screenings/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { type Db, openDb } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { bookedCents } from './books.ts'
import { createTestMembers } from './accounts.ts'
import { createBankPayments } from './bank-payments.ts'
import { aTitle, anAsset, createTestCatalogue } from './catalogue.ts'
import { giveCredits, silentWorker } from './ledger.ts'
import { memberViewer } from './viewers.ts'

const PAGE = 'https://harbour.test/#/paypiont'
const log = createLog({ level: 'silent', role: 'test' })
const masterKey = Buffer.alloc(32, 7)

/** 128 credits, HK$128 or one cinema ticket; five seats of forty. */
export const A_SLOT = {
  slot_id: 'premiere',
  program_id: 'premium',
  credits: 128,
  amount_cents: 12_800,
  tickets: 1,
  seats: 5,
  capacity: 40,
  withdrawn: false,
}

type SlotChange = Partial<typeof A_SLOT> & {
  /** Hours from now. */
  startsIn?: number
}

/** Puts a start on sale; it starts in an hour, and is sold since yesterday. */
export async function addSlot(db: Db, now: Temporal.Instant, { startsIn = 1, ...change }: SlotChange = {}) {
  const slot = { ...A_SLOT, ...change }
  const starts_at = now.add({ minutes: Math.round(startsIn * 60) })
  const times = { starts_at, sells_from: now.subtract({ hours: 24 }), updated_at: now }
  await db
    .insertInto('screening_slot')
    .values({ ...slot, ...times })
    .execute()
  return { slotId: slot.slot_id, programId: slot.program_id, startsAt: starts_at }
}

export type ScreeningsWorld = Awaited<ReturnType<typeof createScreeningsWorld>>

/** Screenings over a small catalogue, with the ledger, access, and payments whose providers are in memory. */
export async function createScreeningsWorld({ connections = 5 }: { connections?: number } = {}) {
  const world = await createTestCatalogue()
  const { clock, catalogue, url } = world
  const sold = { vodTypes: ['PAY PER RENT' as const], credits: 40 }
  for (const title of [aTitle('premium', sold), aTitle('adult', { ...sold, restriction: 'III' })]) {
    await catalogue.createTitle(title)
    await catalogue.publish(title.programId)
    await catalogue.titleWriter.attachAsset(world.db, anAsset(title.programId))
  }
  const handle = openDb({ url, max: connections, onError: () => undefined })
  const { db } = handle
  const { aMember, messages, accounts } = createTestMembers({
    db,
    clock,
    personalData: () => [screenings, payments, ledger].flatMap(({ domainModule }) => domainModule.personalData ?? []),
  })
  const ledger = createLedger({ db, clock })
  const bank: ReturnType<typeof createBankPayments> = createBankPayments({
    db,
    clock,
    messages,
    ledger,
    products: () => [screenings.product],
  })
  const { payments, wechat, paypal } = bank
  const screenings = createScreenings({
    db,
    clock,
    log,
    masterKey,
    ledger,
    payments,
    isTelecomPartner: (accountId) => accounts.customers.isTelecomPartner(accountId),
  })
  let members = 0

  /** A member with credits and cinema tickets. */
  async function aBuyer(
    { credits = 0, tickets = 0, partner = 'anyplex' }: { credits?: number; tickets?: number; partner?: string } = {},
    change: Partial<MemberViewer> = {},
  ): Promise<MemberViewer> {
    const { accountId } = await aMember(`9700${String(members++).padStart(4, '0')}`, partner)
    if (credits > 0) await giveCredits({ db, clock }, accountId, credits)
    if (tickets > 0) await giveCredits({ db, clock }, accountId, tickets, { bucket: 'ticket' })
    const own = { accountId, sessionId: `ses-${accountId}`, profileId: undefined, unlocked: true }
    return memberViewer({ ...own, language: 'en_US', ...change })
  }

  type Start = Awaited<ReturnType<typeof addSlot>>

  const quote = (viewer: MemberViewer, { slotId }: Start) => screenings.purchases.quote(viewer, slotId)
  const pay = (viewer: MemberViewer, start: Start, quoted: { payment: number; resourceId: string }) =>
    screenings.purchases.purchase(viewer, { ...start, payment: quoted.payment, resourceId: quoted.resourceId })
  const buy = async (viewer: MemberViewer, start: Start) => pay(viewer, start, await quote(viewer, start))

  /** Begins the payment of a screening. @returns its id */
  async function order(viewer: MemberViewer, { slotId }: Start, kind: 'wechat' | 'paypal' = 'wechat') {
    clock.advance('PT0.001S')
    const { orderId } = await payments.createOrder({
      accountId: viewer.accountId,
      language: 'en_US',
      purpose: 'cinema',
      purposeId: slotId,
      kind,
      amountCents: A_SLOT.amount_cents,
      continueUrl: PAGE,
      cancelUrl: PAGE,
      terminal: 'web',
      details: { region: viewer.region },
    })
    return orderId
  }

  /** The payer agrees, and comes back. */
  async function settle({ accountId }: MemberViewer, orderId: string): Promise<void> {
    for (const one of [wechat, paypal]) if (one.orders.has(orderId)) one.approve(orderId)
    await payments.returned({ accountId, orderId })
  }

  /** Seats of a start: sold, held. */
  async function seats({ slotId }: Start): Promise<readonly [sold: number, held: number]> {
    const row = await db
      .selectFrom('screening_slot')
      .selectAll()
      .where('slot_id', '=', slotId)
      .executeTakeFirstOrThrow()
    return [row.sold, row.held]
  }

  const credits = async ({ accountId }: MemberViewer) => {
    const { spendable } = await ledger.balance(accountId)
    return spendable.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** What access knows: whether the account's seats open the title now. */
  const plays = async ({ accountId }: MemberViewer, programId = 'premium') => {
    const { screenings: known } = await world.access.accountFacts(accountId)
    const now = clock.now()
    return known.some(
      (one) =>
        one.programId === programId &&
        Temporal.Instant.compare(one.startsAt, now) <= 0 &&
        Temporal.Instant.compare(now, one.endsAt) < 0,
    )
  }

  const books = (...orderIds: string[]) => bookedCents(db, ...orderIds)

  const runDue = async () => {
    for (const { run } of [payments.domainModule, screenings.domainModule].flatMap(
      ({ scheduledTasks = [] }) => scheduledTasks,
    ))
      await run(silentWorker)
  }

  /** Hands a verified callback to payments. */
  async function handleCallback(said: CallbackReport): Promise<void> {
    const [hook] = payments.domainModule.webhooks ?? []
    const body = Buffer.from(JSON.stringify(said))
    await hook!.process({ body, receivedAt: clock.now(), signal: new AbortController().signal })
  }

  return {
    ...world,
    db,
    accounts,
    ledger,
    screenings,
    payments,
    wechat,
    paypal,
    aBuyer,
    aSlot: (change?: SlotChange) => addSlot(db, clock.now(), change),
    quote,
    pay,
    buy,
    order,
    settle,
    seats,
    credits,
    plays,
    books,
    runDue,
    handleCallback,
    async close() {
      await handle.close()
      await world.close()
    },
  }
}
