import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Comments } from '#server/domains/comments/index.ts'
import { creditLot, post, spend, walletOf } from '#server/domains/ledger/index.ts'
import type { Plays } from '#server/domains/plays/index.ts'
import type { Profiles } from '#server/domains/profiles/index.ts'
import type { Reports } from '#server/domains/reports/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, inTransaction, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import {
  HISTORY_DAYS,
  HISTORY_SEED,
  OLDEST_DAYS,
  type HistoryTexts,
  type HistoryTitle,
  type PlannedCharge,
  type PlannedHistory,
  type PlannedMember,
  planHistory,
} from './history.plan.ts'
import { planQueues, type QueueDomains, writeQueues } from './history.queues.ts'
import { authorOf } from './opinions.ts'

export interface HistorySeed {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'createAccount' | 'find' | 'verifyOwnEmail'>
  readonly profiles: Pick<Profiles, 'list'>
  readonly comments: Pick<Comments, 'ratings'>
  readonly plays: Pick<Plays, 'addUp' | 'sumUp'>
  readonly reports: Pick<Reports, 'count'>
  readonly contact: QueueDomains['contact']
  readonly sales: QueueDomains['sales']
}

const PLAN = 'entertainment-pass'
const CURRENCY = 'HKD'
const LOT_DAYS = 365
const RENTAL_HOURS = 48
/** Rows of `report_progress`: the history is written · it is counted. */
const WRITTEN = 'demo history'
const COUNTED = 'demo history counted'

/**
 * Gives a demo eight weeks of history, once: plays, payments in the sandbox, rentals, passes, searches, quality, ratings, comments,
 * contact cases and deliveries. What it
 * has of persons is of members whose addresses end in `demo.invalid`, who cannot sign in. After an interruption it goes on.
 * @returns whether it wrote anything
 */
export async function seedHistory(seed: HistorySeed): Promise<boolean> {
  const { db, clock, plays, reports } = seed
  const now = clock.now()
  const today = now.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()
  const mark = (on: Kysely<Database> | Tx, name: string) =>
    sql`insert into report_progress (name, counted_until, counted_at) values (${name}, ${today}::date, ${now})`.execute(
      on,
    )
  const marks = await db.selectFrom('report_progress').select('name').where('name', 'in', [WRITTEN, COUNTED]).execute()
  if (marks.length === 2) return false
  const titles = await readTitles(db)
  if (titles.length === 0) return false
  if (marks.length === 0) {
    const texts = await read<HistoryTexts>('history.json')
    const history = planHistory({ seed: HISTORY_SEED, now, titles, texts })
    const members: Member[] = []
    for (const [n, member] of history.members.entries()) {
      const own = { ...member, accountId: await accountOf(seed, member, texts.members[n]!) }
      await writeOpinions(seed, own)
      members.push(own)
    }
    await inTransaction(db, async (tx) => {
      await mark(tx, WRITTEN)
      await writeDays(tx, history)
      for (const member of members) await writeMember(tx, member)
      const named = members.map((member, n) => ({ ...member, ...texts.members[n]! }))
      await writeQueues(tx, seed, { queues: planQueues({ seed: HISTORY_SEED, now, texts }), members: named })
    })
  }
  await plays.addUp()
  await plays.sumUp(today.subtract({ days: HISTORY_DAYS + 1 }))
  await reports.count(today.subtract({ days: OLDEST_DAYS }))
  await mark(db, COUNTED)
  return true
}

/** Of the demo those that are still published, the most popular first. */
async function readTitles(db: Kysely<Database>): Promise<HistoryTitle[]> {
  const all = await read<HistoryTitle[]>('titles.json')
  const { rows } = await sql<{ id: string }>`
    select program_id as id from title where state = 'published' order by popularity - play_weight desc, program_id`.execute(
    db,
  )
  return rows.flatMap(({ id }) => all.find((title) => title.id === id) ?? [])
}

type Person = HistoryTexts['members'][number]

async function accountOf(
  { accounts, db }: HistorySeed,
  { number, joinedAt }: PlannedMember,
  person: Person,
): Promise<string> {
  const existing = await accounts.find(number)
  if (existing) return existing.accountId
  const email = `member${number.slice(-3)}@demo.invalid`
  const [password, parentalCode] = [randomBytes(18).toString('base64url'), '4719']
  const { accountId } = await accounts.createAccount({
    ...person,
    number,
    email,
    password,
    parentalCode,
    partner: 'anyplex',
    agreeMarketing: false,
    agreedAt: joinedAt,
  })
  await accounts.verifyOwnEmail({ number, email })
  await sql`update account set created_at = ${joinedAt} where account_id = ${accountId}`.execute(db)
  return accountId
}

async function writeDays(tx: Tx, history: PlannedHistory): Promise<void> {
  const insert = (rows: readonly object[], columns: string) =>
    sql`${sql.raw(`insert into ${columns}`)} select * from jsonb_populate_recordset(null::${sql.raw(columns.split(' ')[0]!)}, ${JSON.stringify(rows)}::jsonb)
      on conflict do nothing`.execute(tx)
  await insert(
    history.plays.map(({ programId, ...play }) => ({ ...play, program_id: programId })),
    'play_increment',
  )
  await insert(
    history.missed.map((word) => word),
    'search_missed',
  )
  await insert(
    history.views.map(({ device, ...view }) => ({
      ...view,
      device_class: device,
      utm_source: '',
      utm_medium: '',
      utm_campaign: '',
    })),
    'visit_day',
  )
  await insert(
    history.streams.map((hour) => ({ ...hour, mean: hour.most * 0.8 })),
    'concurrent_hour',
  )
  await insert(
    history.errors.map(({ code, ...error }) => ({ ...error, error_code: code })),
    'playback_error_day',
  )
  await insert(history.quality.map(qualityRow), 'playback_report_day')
}

const qualityRow = ({ programId, startMs, reports, stalled, failed, ...of }: PlannedHistory['quality'][number]) => ({
  ...of,
  program_id: programId,
  reports,
  started: reports - failed,
  start_ms_median: startMs,
  start_ms_p95: startMs * 2,
  played_seconds: reports * 1_800,
  stalled_reports: stalled,
  stalls: stalled * 2,
  stalled_ms: stalled * 1_900,
  rendition_changes: reports,
  failed,
})

type Member = PlannedMember & { readonly accountId: string }

/** In the order of time: the balance after each booking is kept with it. */
async function writeMember(tx: Tx, member: Member): Promise<void> {
  const { accountId, joinedAt, charges, rentals } = member
  const walletId = await walletOf(tx, accountId, joinedAt)
  const planVersion = await sql<{ id: string; name: object }>`
    select plan_version_id as id, name from plan_version where plan_id = ${PLAN} order by version desc limit 1`.execute(
    tx,
  )
  const plan = planVersion.rows[0]
  const orders = new Map<number, string>()
  const steps = [
    ...charges.map((charge, n) => ({
      at: charge.at,
      run: async () => {
        if (charge.cycle !== undefined && !plan) return
        const orderId = await writeOrder(tx, { member, charge, n, plan })
        if (charge.cycle !== undefined && charge.outcome === 'paid') orders.set(charge.cycle, orderId)
        if (charge.outcome === 'paid') await bookCharge(tx, { orderId, walletId, charge })
      },
    })),
    ...rentals.map((rental) => ({ at: rental.at, run: () => writeRental(tx, walletId, rental) })),
  ].toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
  for (const { run } of steps) await run()
  if (plan) await writePass(tx, { member, planVersionId: plan.id, orders })
}

interface Order {
  readonly member: Member
  readonly charge: PlannedCharge
  readonly n: number
  readonly plan: { readonly id: string; readonly name: object } | undefined
}

async function writeOrder(tx: Tx, { member: { accountId }, charge, n, plan }: Order): Promise<string> {
  const { at, provider, cycle, credits, cents, outcome } = charge
  const orderId = randomBytes(16).toString('hex')
  const purpose = cycle === undefined ? 'credits' : cycle === 1 ? 'plan' : 'renewal'
  const item =
    cycle === undefined
      ? { template: 'credits', params: { credits } }
      : { template: purpose, params: { planVersionId: plan?.id, name: plan?.name } }
  const paidAt = outcome === 'paid' ? at.add({ seconds: 41 }) : null
  await sql`
    insert into payment_order (order_id, account_id, purpose, purpose_id, ordinal, kind, sandbox, state, amount_cents, currency, item,
      language, terminal, continue_url, cancel_url, created_at, expires_at, payment_reference, paid_cents, paid_currency, paid_at, delivered_at)
    values (${orderId}, ${accountId}, ${purpose}, ${cycle === undefined ? `credits-${credits}` : `${PLAN}-${cycle}`}, ${n + 1}, ${provider}, true,
      ${outcome}, ${cents}, ${CURRENCY}, ${JSON.stringify(item)}::jsonb, 'zh_HK', 'web', '', '', ${at}, ${at.add({ minutes: 15 })},
      ${paidAt && `demo-${orderId.slice(0, 12)}`}, ${paidAt && cents}, ${paidAt && CURRENCY}, ${paidAt}, ${paidAt})`.execute(
    tx,
  )
  const [event, source] =
    outcome === 'paid'
      ? ['covered', 'callback']
      : outcome === 'failed'
        ? ['refused', 'callback']
        : ['closed', 'reconciliation']
  await sql`
    insert into payment_evidence (order_id, seq, at, source, event, from_state, to_state, amount_cents, currency, reference)
    values (${orderId}, 1, ${paidAt ?? at.add({ minutes: 15 })}, ${source}, ${event}, 'pending', ${outcome}, ${paidAt && cents},
      ${paidAt && CURRENCY}, null)`.execute(tx)
  return orderId
}

type Charge = { readonly orderId: string; readonly walletId: string; readonly charge: PlannedCharge }

/** As the payment of each provider is booked, and what it was for. */
async function bookCharge(tx: Tx, { orderId, walletId, charge }: Charge): Promise<void> {
  const { provider, cents, credits, cycle } = charge
  const at = charge.at.add({ seconds: 41 })
  const booking = { actor: 'system', subject: orderId, at } as const
  const money = (account: Parameters<typeof post>[1]['entries'][number]['account'], amount: number) =>
    ({ account, commodity: 'HKD_CENT', amount }) as const
  await post(tx, {
    ...booking,
    kind: 'payment',
    idempotencyKey: `payment:${orderId}`,
    entries: [money(`provider:${provider}`, cents), money('payments_received', -cents)],
  })
  if (cycle !== undefined || credits === undefined) {
    await post(tx, {
      ...booking,
      kind: 'subscription',
      idempotencyKey: `subscription:${orderId}`,
      entries: [money('payments_received', cents), money('subscription_revenue', -cents)],
    })
    return
  }
  const { lotId } = await creditLot(tx, {
    ...booking,
    walletId,
    bucket: 'recharged',
    amount: credits,
    expiresAt: at.add({ hours: LOT_DAYS * 24 }),
    kind: 'topup',
    backingCents: cents,
    paidInto: 'payments_received',
    idempotencyKey: `topup:${orderId}`,
  })
  await sql`insert into topup (order_id, lot_id, credits) values (${orderId}, ${lotId}, ${credits})`.execute(tx)
}

async function writeRental(tx: Tx, walletId: string, rental: PlannedMember['rentals'][number]): Promise<void> {
  const { at, programId, credits, region } = rental
  const rentalId = newId()
  const { transferId } = await spend(tx, {
    walletId,
    amount: credits,
    kind: 'rent',
    subject: programId,
    idempotencyKey: `rent:${rentalId}`,
    actor: 'member',
    at,
  })
  await sql`
    insert into rental (rental_id, wallet_id, program_id, transfer_id, credits, starts_at, ends_at, region)
    values (${rentalId}, ${walletId}, ${programId}, ${transferId}, ${credits}, ${at}, ${at.add({ hours: RENTAL_HOURS })}, ${region})`.execute(
    tx,
  )
}

type Pass = { readonly member: Member; readonly planVersionId: string; readonly orders: ReadonlyMap<number, string> }

/** Without an agreement: nothing charges, tells or ends it. */
async function writePass(tx: Tx, { member: { accountId, pass }, planVersionId, orders }: Pass): Promise<void> {
  if (!pass || pass.cycles === 0) return
  const { startsAt, cycles, endedAt = null } = pass
  const id = newId()
  const startOf = (cycle: number) => startsAt.add({ hours: (cycle - 1) * 30 * 24 })
  const [begins, ends] = [startOf(cycles), startOf(cycles + 1)]
  await sql`
    insert into subscription (subscription_id, account_id, plan_version_id, state, by_partner, anchor, cycle, cycle_starts_at, cycle_ends_at,
      last_cycle, paid_until, entitled_until, started_at, ended_at, end_reason)
    values (${id}, ${accountId}, ${planVersionId}, ${endedAt ? 'ended' : 'cancelling'}, false, ${startsAt}, ${cycles}, ${begins}, ${ends}, ${cycles},
      ${ends}, ${ends}, ${startsAt}, ${endedAt}, ${endedAt && 'over'})`.execute(tx)
  for (const [cycle, orderId] of orders)
    await sql`
      insert into subscription_cycle (subscription_id, cycle, kind, starts_at, ends_at, plan_version_id, order_id, granted_at)
      values (${id}, ${cycle}, 'charged', ${startOf(cycle)}, ${startOf(cycle + 1)}, ${planVersionId}, ${orderId}, ${startOf(cycle)})`.execute(
      tx,
    )
}

/** Votes count as any other; of the comments some wait for a decision, and a person has passed the others. */
async function writeOpinions({ db, profiles, comments }: HistorySeed, member: Member): Promise<void> {
  const { accountId, opinions } = member
  const [profile] = await profiles.list({ accountId, sessionId: '' })
  if (!profile) return
  const author = authorOf(accountId, profile.profileId)
  for (const { programId, halves, text, at, reason } of opinions) {
    // A title that the region may not watch has no vote.
    const rated = await comments.ratings
      .rate(author, { programId, halves: halves as never }, { address: `127.1.${Number(member.number.slice(-3))}.1` })
      .catch(() => undefined)
    if (!rated) continue
    await sql`update rating set rated_at = ${at} where account_id = ${accountId} and program_id = ${programId}`.execute(
      db,
    )
    const own = db.selectFrom('comment').select('comment_id').where('account_id', '=', accountId)
    const commented = await own.where('program_id', '=', programId).executeTakeFirst()
    if (text === undefined || commented) continue
    const commentId = newId()
    const [status, reasons, likes] = reason ? ['waiting', [reason], 0] : ['published', [], halves]
    await sql`
      insert into comment (comment_id, program_id, account_id, profile_id, text, spoiler, status, review_reasons, likes, created_at)
      values (${commentId}, ${programId}, ${accountId}, ${profile.profileId}, ${text}, false, ${status}, ${reasons}, ${likes}, ${at})`.execute(
      db,
    )
    if (reason === 'reported')
      await sql`
        insert into comment_report (comment_id, account_id, reason, reported_at)
        select ${commentId}, account_id, 'spoiler', ${at.add({ hours: 3 })} from account where account_id <> ${accountId} limit 2`.execute(
        db,
      )
  }
}

const read = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(join(import.meta.dirname, file), 'utf8')) as T
