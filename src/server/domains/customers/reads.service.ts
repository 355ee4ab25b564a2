import { FINDS_HOURLY, type REVEALED_FIELDS, REVEALS_HOURLY, REVEALS_MAX } from '#contract/admin/customers.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { createThrottles } from '#server/kit/throttles.ts'
import type { AccessDecision } from '../access/index.ts'
import type { Account, SignedInDevice } from '../accounts/index.ts'
import { type AuditRow, findAuditEntries } from '../audit/index.ts'
import type { StatementEntry } from '../ledger/index.ts'
import type { MemberViewer } from '../viewer.ts'
import {
  countRelated,
  type CustomerPage,
  findAccounts,
  type FoundRow,
  listCases,
  listMessages,
  listOrders,
  listRentals,
  type Related,
} from './customers.query.ts'
import { findAccountUse, findOrderUse } from './evidence.query.ts'
import { findNumberChange } from './numbers.repo.ts'
import { findHold, findNotes, hasCancellation } from './customers.repo.ts'
import { maskEmail, maskNumber, readSearch, subjectOf } from './customers.rules.ts'
import type { CustomersDeps } from './ports.ts'

const NOTES_MAX = 100

const RULES = {
  find: { kind: 'window', limit: FINDS_HOURLY, seconds: 3_600 },
  reveal: { kind: 'window', limit: REVEALS_HOURLY, seconds: 3_600 },
  revealWithCode: { kind: 'window', limit: REVEALS_MAX, seconds: 3_600 },
} as const

export type RevealedField = (typeof REVEALED_FIELDS)[number]

interface Revealing {
  readonly operatorId: string
  /** A code of the authenticator was given in the last ten minutes. */
  readonly hasSteppedUp: boolean
  readonly accountId: string
  readonly field: RevealedField
}

interface Question {
  readonly accountId: string
  readonly programId: string
  readonly region: string
  readonly kids: boolean
}

type StatementPage = Pick<KeysetPage<StatementEntry>, 'list' | 'next'> & {
  readonly names: ReadonlyMap<string, { readonly zh: string; readonly en: string }>
}

export function createReads(deps: CustomersDeps) {
  const { db, clock, accounts, ledger, payments, titles } = deps
  const throttles = createThrottles({ clock, key: deriveKey(deps.masterKey, 'customers'), rules: RULES })
  return {
    find,
    show,
    reveal,
    statement,
    orders: (page: CustomerPage) => listOrders(db, page),
    rentals: (page: CustomerPage) => listRentals(db, page),
    messages: (page: CustomerPage) => listMessages(db, page),
    cases: (page: CustomerPage) => listCases(db, page),
    devices: (accountId: string): Promise<SignedInDevice[]> => accounts.sessions.devices({ accountId }),
    history,
    related,
    why,
    evidence,
  }

  /** Counted by operator, in the caller's transaction. @throws TOO_MANY_TRIES */
  async function find(tx: Tx, operatorId: string, text: string): Promise<(FoundRow & { maskedNumber: string })[]> {
    await throttles.consume(tx, [{ rule: 'find', subject: operatorId }])
    const search = readSearch(text)
    if (!search) return []
    const orderId = search.by === 'id' ? await payments.orderIdFor(search.id, tx) : ''
    const found = await findAccounts(tx, { search, orderId, now: clock.now() })
    return found.map((row) => ({ ...row, maskedNumber: maskNumber(row.number) }))
  }

  /** @throws NOT_FOUND */
  async function show(accountId: string) {
    const account = await requireCustomer(accountId)
    const [plan, balance, signedIn, lockedUntil, notes, heldUntil, isBeingCancelled, newNumber] = await Promise.all([
      deps.subscriptions.views.detail(accountId),
      ledger.balance(accountId),
      accounts.sessions.devices({ accountId }),
      accounts.care.signInLockedUntil(account),
      findNotes(db, accountId, NOTES_MAX),
      findHold(db, { accountId, now: clock.now() }),
      hasCancellation(db, accountId),
      findNumberChange(db, accountId),
    ])
    const { name, email, emailValidAt, isEmailRefused, language, partner, createdAt, closesAt, parentalStatus } =
      account
    return {
      account: { accountId, name, language, partner, since: createdAt, closesAt, email },
      maskedNumber: maskNumber(account.number),
      maskedEmail: maskEmail(email),
      isEmailProven: emailValidAt !== null,
      isEmailRefused,
      isParentalOn: parentalStatus === 'on',
      devices: signedIn.length,
      plan,
      isBeingCancelled,
      balance,
      lockedUntil,
      heldUntil,
      newNumber: newNumber && { maskedNumber: maskNumber(newNumber.number), dueAt: newNumber.dueAt },
      notes,
    }
  }

  /** @throws NOT_FOUND; STEP_UP_REQUIRED beyond the hourly number; TOO_MANY_TRIES beyond that with a code */
  async function reveal(tx: Tx, { operatorId, hasSteppedUp, accountId, field }: Revealing): Promise<string> {
    const account = await requireCustomer(accountId, tx)
    await throttles.consume(tx, [{ rule: 'revealWithCode', subject: operatorId }])
    try {
      await throttles.consume(tx, [{ rule: 'reveal', subject: operatorId }])
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_TRIES') throw error
      if (!hasSteppedUp) throw new AppError('STEP_UP_REQUIRED')
    }
    const { number, email, birthday } = account
    return { number, email, birthday: birthday.toString() }[field]
  }

  async function statement({ accountId, after, limit }: CustomerPage): Promise<StatementPage> {
    if (after !== undefined && !/^\d{1,15}$/.test(after))
      throw new AppError('INVALID_INPUT', { fields: { after: 'next' } })
    const before = after === undefined ? undefined : Number(after)
    const { lines, next } = await ledger.statement(accountId, { limit, before })
    const names = await titles.names([...new Set(lines.flatMap(({ subject }) => subject ?? []))])
    return { list: lines, next: next === undefined ? null : String(next), names }
  }

  function history({ accountId, ...page }: CustomerPage): Promise<KeysetPage<AuditRow>> {
    return findAuditEntries(db, { filter: { subject: subjectOf(accountId) }, sort: '-at', after: undefined, ...page })
  }

  async function related(accountId: string): Promise<Related> {
    await requireCustomer(accountId)
    return countRelated(db, accountId)
  }

  /** As the account itself asks, with the parental code locked where it has one. @throws NOT_FOUND */
  async function why({ accountId, programId, region, kids }: Question): Promise<AccessDecision | undefined> {
    const { parentalStatus, language } = await requireCustomer(accountId)
    const viewer: MemberViewer = {
      kind: 'member',
      accountId,
      sessionId: '',
      profileId: undefined,
      deviceSerial: undefined,
      parentalVersion: 0,
      unlocked: parentalStatus === 'off',
      kids,
      language,
      region,
    }
    return deps.decide(viewer, { programId })
  }

  /** Of an account what answers a dispute of one of its orders; of an erased one nothing is left. */
  async function evidence(
    tx: Tx,
    { accountId, orderId, since }: { accountId: string; orderId: string; since: Temporal.Instant },
  ) {
    const { createdAt, termsAgreedAt, number, email, emailValidAt } = await requireCustomer(accountId, tx)
    return {
      account: {
        since: createdAt,
        termsAgreedAt,
        maskedNumber: maskNumber(number),
        maskedEmail: maskEmail(email),
        isEmailProven: emailValidAt !== null,
      },
      ...(await findOrderUse(tx, { orderId, accountId })),
      ...(await findAccountUse(tx, { accountId, since })),
    }
  }

  async function requireCustomer(accountId: string, tx?: Tx): Promise<Account> {
    const account = await accounts.read(accountId, tx)
    if (!account) throw operatorRefusal({ is: 'customerUnknown' })
    return account
  }
}
