import * as fc from 'fast-check'
import {
  captureCreditHold,
  correct,
  creditLot,
  placeCreditHold,
  releaseCreditHold,
  removeLot,
  restore,
  spend,
  type LotAmount,
  walletOf,
} from '#server/domains/ledger/index.ts'
import type { Db } from '#server/kit/db.ts'
import type { LedgerApp } from './ledger.ts'

/** One step of a history. `crashes`: the transaction is rolled back before it ends, and the step is made again. */
export type Step = { action: Action; crashes: boolean; repeats: boolean }
type Action =
  | { kind: 'grant'; bucket: 'monthly' | 'recharged'; amount: number; days: number; cents: number }
  | { kind: 'spend'; amount: number }
  | { kind: 'restore' | 'release' | 'capture'; which: number }
  | { kind: 'hold'; which: number; amount: number | undefined }
  | { kind: 'remove'; which: number; as: 'forfeit' | 'void' | 'clawback' }
  | { kind: 'correct'; bucket: 'monthly' | 'recharged'; amount: number }
  | { kind: 'wait'; hours: number }
  | { kind: 'expire' }

const bucket = fc.constantFrom('monthly' as const, 'recharged' as const)
const which = fc.nat(5)
const kind = <K extends string>(name: K) => fc.constant(name)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('grant'),
      bucket,
      amount: fc.integer({ min: 1, max: 60 }),
      days: fc.integer({ min: 1, max: 40 }),
      cents: fc.constantFrom(0, 1, 999, 5000),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: kind('spend'), amount: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('restore'), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('hold'),
      which,
      amount: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('release' as const, 'capture' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('remove'),
      which,
      as: fc.constantFrom('forfeit' as const, 'void' as const, 'clawback' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('correct'),
      bucket,
      amount: fc.integer({ min: -20, max: 20 }).filter((n) => n !== 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('wait'), hours: fc.integer({ min: 1, max: 150 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('expire') }) },
)

/** Random histories of one wallet. */
export const histories = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(fc.record({ action, crashes: fc.boolean(), repeats: fc.boolean() }), {
    minLength: 1,
    maxLength,
    size: 'max',
  })

/** A lot as the model keeps it, and where its amounts went. */
type ModelLot = {
  lotId: number
  bucket: string
  granted: number
  expiresAt: Temporal.Instant
  spent: number
  restored: number
  expired: number
  removed: number
  held: number
}
const remainingOf = (lot: ModelLot): number =>
  lot.granted - lot.spent + lot.restored - lot.expired - lot.removed - lot.held

type Ending = { transferId: number; lots: readonly LotAmount[]; isEnded: boolean }

/** What a history has done, by a model that knows nothing of postings. */
export type Model = { lots: ModelLot[]; spendings: Ending[]; holds: (Ending & { cents: number })[] }

class Crash extends Error {}

/** Runs a history against the ledger and a model. @returns the model, and the wallet's account */
export async function runHistory(app: LedgerApp, steps: readonly Step[]): Promise<{ model: Model; accountId: string }> {
  const accountId = await app.anAccount()
  const walletId = await app.book((tx) => walletOf(tx, accountId, app.clock.now()))
  const model: Model = { lots: [], spendings: [], holds: [] }
  for (const [n, step] of steps.entries()) {
    const at = app.clock.now()
    const booking = { idempotencyKey: `${walletId}:${n}`, actor: 'test', at }
    const change = changeOf(step.action, { app, walletId, booking, model })
    if (!change) continue
    if (step.crashes && change.isBooking) await crash(app, change.book)
    const result = change.isBooking ? await outcomeOf(app, change.book) : await change.run()
    if (result === 'refused') continue
    change.note(result as never)
    if (step.repeats && change.isBooking) {
      const again = await outcomeOf(app, change.book)
      if (JSON.stringify(again) !== JSON.stringify(result))
        throw new Error(`a repetition answered ${JSON.stringify(again)} instead of ${JSON.stringify(result)}`)
    }
  }
  return { model, accountId }
}

/** The transaction ends before its commit, as in a crash. */
async function crash(app: LedgerApp, book: (tx: Db) => Promise<unknown>): Promise<void> {
  const crashing = app.book(async (tx) => {
    await book(tx)
    throw new Crash()
  })
  await crashing.catch((error: unknown) => {
    if (!(error instanceof Crash) && !isRefusal(error)) throw error
  })
}

async function outcomeOf(app: LedgerApp, book: (tx: Db) => Promise<unknown>): Promise<unknown> {
  try {
    return await app.book(book)
  } catch (error) {
    if (isRefusal(error)) return 'refused'
    throw error
  }
}

const isRefusal = (error: unknown): boolean =>
  ['INSUFFICIENT_CREDITS', 'CONFLICT'].includes((error as { code?: string }).code ?? '')

/** A step that is one transaction, or due work, which makes its own. */
type Change = Booking | { isBooking: false; run: () => Promise<unknown>; note: (result: never) => void }
type Booking = { isBooking: true; book: (tx: Db) => Promise<unknown>; note: (result: never) => void }
type Context = {
  app: LedgerApp
  walletId: string
  booking: { idempotencyKey: string; actor: string; at: Temporal.Instant }
  model: Model
}

type Ends = Extract<Action, { kind: 'restore' | 'release' | 'capture' }>
type Takes = Extract<Action, { kind: 'hold' | 'remove' }>
type Booked = Context['booking']

const booked = (book: Booking['book'], note: Booking['note']): Change => ({ book, note, isBooking: true })
const lotOf = (model: Model, lotId: number): ModelLot | undefined => model.lots.find((lot) => lot.lotId === lotId)
const restoredEnd = (at: Temporal.Instant) => at.add({ hours: 720 })

/** A new lot in the model. */
function noteLot(model: Model, lot: Pick<ModelLot, 'lotId' | 'bucket' | 'granted' | 'expiresAt'>): void {
  model.lots.push({ ...lot, spent: 0, restored: 0, expired: 0, removed: 0, held: 0 })
}

/** What a step books, and what the model notes of it. Undefined when there is nothing to do it with. */
function changeOf(action: Action, context: Context): Change | undefined {
  const { app, walletId, booking, model } = context
  const { at } = booking
  switch (action.kind) {
    case 'grant': {
      const { bucket: name, amount, cents } = action
      const expiresAt = at.add({ hours: action.days * 24 })
      const paid = cents > 0 ? { backingCents: cents, paidInto: 'provider:test' as const } : {}
      const grant = { ...booking, walletId, bucket: name, amount, expiresAt, kind: 'test', ...paid }
      return booked(
        (tx) => creditLot(tx, grant),
        ({ lotId }: { lotId: number }) => noteLot(model, { lotId, bucket: name, granted: amount, expiresAt }),
      )
    }
    case 'spend':
      return booked(
        (tx) => spend(tx, { ...booking, walletId, amount: action.amount, kind: 'test' }),
        ({ transferId, lots }: { transferId: number; lots: LotAmount[] }) => {
          requireSpendingOrder(model, lots, at)
          for (const { lotId, amount } of lots) lotOf(model, lotId)!.spent += amount
          model.spendings.push({ transferId, lots, isEnded: false })
        },
      )
    case 'correct': {
      const { bucket: name, amount } = action
      return booked(
        (tx) => correct(tx, { ...booking, walletId, bucket: name, amount }),
        ({ lots }: { lots: LotAmount[] }) => {
          for (const { lotId, amount: moved } of lots) {
            if (moved > 0) noteLot(model, { lotId, bucket: name, granted: moved, expiresAt: restoredEnd(at) })
            else lotOf(model, lotId)!.removed -= moved
          }
        },
      )
    }
    case 'wait':
      app.clock.advance(`PT${action.hours}H`)
      return undefined
    case 'expire':
      return { isBooking: false, run: () => app.runDue(), note: () => noteExpiry(model, app.clock.now()) }
    case 'hold':
    case 'remove':
      return takingOf(action, model, booking)
    default:
      return endingOf(action, model, booking)
  }
}

function noteExpiry({ lots }: Model, now: Temporal.Instant): void {
  for (const lot of lots) if (Temporal.Instant.compare(lot.expiresAt, now) <= 0) lot.expired += remainingOf(lot)
}

/** Takes from one lot: a hold, or its whole remainder. */
function takingOf(action: Takes, model: Model, booking: Booked): Change | undefined {
  const lot = model.lots[action.which % Math.max(1, model.lots.length)]
  if (!lot) return undefined
  const { lotId } = lot
  if (action.kind === 'remove')
    return booked(
      (tx) => removeLot(tx, { ...booking, lotId, kind: action.as }),
      ({ amount }: { amount: number }) => void (lot.removed += amount),
    )
  return booked(
    (tx) => placeCreditHold(tx, { ...booking, lotId, ...(action.amount !== undefined && { amount: action.amount }) }),
    ({ transferId, amount, cents }: { transferId: number; amount: number; cents: number }) => {
      lot.held += amount
      model.holds.push({ transferId, lots: [{ lotId, bucket: 'recharged', amount }], cents, isEnded: false })
    },
  )
}

/** Ends a spending or a hold. */
function endingOf(action: Ends, model: Model, booking: Booked): Change | undefined {
  const list = action.kind === 'restore' ? model.spendings : model.holds
  const ending = list[action.which % Math.max(1, list.length)]
  if (!ending) return undefined
  const end = (tx: Db) => {
    if (action.kind === 'restore') return restore(tx, { ...booking, spendTransferId: ending.transferId })
    const hold = { ...booking, holdTransferId: ending.transferId }
    if (action.kind === 'release') return releaseCreditHold(tx, hold)
    return captureCreditHold(tx, {
      ...hold,
      paidFrom: 'provider:test',
      cents: (ending as Model['holds'][number]).cents,
    })
  }
  return booked(end, ({ lots = [] }: { lots?: LotAmount[] }) => {
    if (ending.isEnded) throw new Error(`${action.kind} ended a transfer that was ended before`)
    ending.isEnded = true
    for (const { lotId, bucket: name, amount } of lots) {
      const lot = lotOf(model, lotId)
      if (lot && Temporal.Instant.compare(lot.expiresAt, booking.at) <= 0)
        throw new Error('went back to an expired lot')
      if (!lot) noteLot(model, { lotId, bucket: name, granted: amount, expiresAt: restoredEnd(booking.at) })
      else if (action.kind === 'restore') lot.restored += amount
      else lot.held -= amount
    }
  })
}

/** A spending takes nothing from an expired lot, and leaves nothing in one that expires before one that it took from. */
function requireSpendingOrder({ lots }: Model, taken: readonly LotAmount[], at: Temporal.Instant): void {
  const isLive = (lot: ModelLot) => Temporal.Instant.compare(lot.expiresAt, at) > 0
  const used = lots.filter((lot) => taken.some(({ lotId }) => lotId === lot.lotId))
  if (!used.every(isLive)) throw new Error('an expired lot was spent')
  for (const lot of lots.filter(isLive)) {
    const left = remainingOf(lot) - (taken.find(({ lotId }) => lotId === lot.lotId)?.amount ?? 0)
    const isSkipped = left > 0 && used.some((other) => Temporal.Instant.compare(lot.expiresAt, other.expiresAt) < 0)
    if (isSkipped) throw new Error('a lot that expires later was spent first')
  }
}

/** What the model says of each lot, for a comparison with the database. */
export const modelLots = ({ lots }: Model) =>
  lots.map((lot) => ({
    bucket: lot.bucket,
    granted: lot.granted,
    remaining: remainingOf(lot),
    expiresAt: lot.expiresAt,
  }))
