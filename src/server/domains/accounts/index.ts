import { AppError } from '#contract/errors.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { createCredentialChecks } from '#server/kit/credential-checks.ts'
import { createHasher } from '#server/kit/hasher.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { keyedHash } from '#server/kit/secrets.ts'
import { addressThrottles, createThrottles } from '#server/kit/throttles.ts'
import type { DomainModule } from '../domain-module.ts'
import { type Account, PARTNERS, personOf, type Origin } from './accounts-model.ts'
import {
  findAccount,
  findByValidEmail,
  requireAccount,
  requireLockedAccount,
  insertBinding,
  updatePartner,
  findBindings,
} from './accounts.repo.ts'
import { createAccountCreation } from './account-creation.service.ts'
import { createCare } from './care.service.ts'
import { createClosing } from './closing.service.ts'
import { createCodes, type Codes } from './codes.service.ts'
import { createCustomers } from './customers.service.ts'
import { findConsents } from './consents.repo.ts'
import { createCustomerLists } from './customer-lists.service.ts'
import { createSessions } from './sessions.service.ts'
import { createMarketing } from './marketing.service.ts'
import { createParental } from './parental.service.ts'
import { createPasswords } from './passwords.service.ts'
import type { AccountBalances, AccountsDeps, AccountsParts } from './ports.ts'
import { createRegistration } from './registration.service.ts'
import { findLastAccountOn } from './sessions.repo.ts'
import { RULES, type Throttles, type ThrottleTarget, totalRules } from './throttles.rules.ts'
import type { TelecomPartner } from '#contract/telecom-partners.ts'
import type { MemberViewer } from '../viewer.ts'
import { strToU8, zipSync } from 'fflate'
import { CONTACT_WAIT_SECONDS } from '#contract/contact.ts'
import type { Language } from '#contract/languages.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import { deviceHash, requesterOf } from './secrets.rules.ts'

/**
 * Accounts: registration, authentication, sessions and account details.
 * Owns account, partner_binding, partner_customer, session, verification_code, registration. Never decides access or sells.
 */
export {
  PARTNERS,
  isTelecomPartner,
  type Account,
  type Origin,
  type SignedIn,
  type SignedInDevice,
} from './accounts-model.ts'
export {
  importCustomers,
  type CheckedCustomers,
  type ListComparison,
  type WrongLine,
} from './customer-lists.service.ts'
import { hongKongDay } from '#server/kit/instants.ts'
export type { SessionState } from './sessions.repo.ts'
export type { CustomerList } from './customer-lists.repo.ts'
export type { Customer } from './customers.service.ts'
export type { AccountDetails } from './account-creation.service.ts'
export { parseNumber, splitNumber } from './numbers.rules.ts'
export { newParentalCode, newPassword } from './secrets.rules.ts'
export type { AccountBalances, AccountCreatedHook, AccountsDeps, PromotionCodes, ViewerProfiles } from './ports.ts'
export type { ThrottleTarget } from './throttles.rules.ts'

export { createRefusedAddresses } from './refused-addresses.repo.ts'
export type Accounts = ReturnType<typeof createAccounts>

const DUE_EVERY_MS = 60_000

const NO_BALANCES: AccountBalances = {
  pointsMonthly: 0,
  pointsRecharge: 0,
  ticketList: [],
  hadTrial: false,
}

function noPromotionCodes(): never {
  throw new AppError('UNAVAILABLE')
}

export function createAccounts({ masterKey, getBalances = async () => ({}), ...given }: AccountsDeps) {
  const parts: AccountsParts = {
    reads: given.db,
    profiles: undefined,
    onAccountCreated: [],
    personalData: () => [],
    hasher: createHasher(),
    promotionCodes: noPromotionCodes,
    isRegistrationOpen: () => true,
    ...given,
    key: deriveKey(masterKey, 'accounts'),
    getBalances: async (accountId) => ({ ...NO_BALANCES, ...(await getBalances(accountId)) }),
  }
  const { db, clock, hasher, personalData } = parts
  const throttles = createThrottles({ clock, key: parts.key, rules: { ...RULES, ...totalRules(parts.smsPerDay) } })
  const codes = createCodes({ ...parts, throttles })
  const credentialChecks = createCredentialChecks({ db, hasher, throttles })
  const sessions = createSessions({ ...parts, credentialChecks, throttles })
  const accountCreation = createAccountCreation(parts)
  const registration = createRegistration({ ...parts, codes, sessions, accountCreation })
  const passwords = createPasswords({ ...parts, codes, credentialChecks, throttles })
  const closing = createClosing({ ...parts, passwords, throttles })
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'accounts', everyMs: DUE_EVERY_MS, run: runDue }],
  }

  return {
    registration,
    sessions,
    passwords,
    closing,
    /** For operators. */
    care: createCare({ ...parts, throttles }),
    customers: createCustomers({ ...parts, codes, throttles }),
    marketing: createMarketing(parts),
    customerLists: createCustomerLists({ db, clock, masterKey }),
    contactCodes: createContactCodes({ ...parts, codes, throttles }),
    parental: createParental({ ...parts, codes, throttles }),
    /** Also for the parental code. */
    credentialChecks,
    throttles,
    hasher,
    createAccount: accountCreation.createAccount,
    replaceSecrets: accountCreation.replaceSecrets,
    verifyOwnEmail: accountCreation.verifyOwnEmail,
    find,
    findContact,
    findCode,
    read,
    payerOf,
    lock: requireLockedAccount,
    bindPartner,
    exportOf,
    collectExport,
    runDue,
    domainModule,
  }

  function find(number: string): Promise<Account | undefined> {
    return findAccount(db, { number })
  }

  /** The account of a number, or of a verified e-mail address. */
  function findContact(tx: Db, to: string): Promise<Account | undefined> {
    return to.includes('@') ? findByValidEmail(tx, to) : findAccount(tx, { number: to })
  }

  function read(accountId: string, tx: Db = db): Promise<Account | undefined> {
    return findAccount(tx, { accountId })
  }

  /**
   * Finds a redeemable code and limits wrong ones per account, number, last account of the device, or address, in this order.
   * @returns undefined for a wrong code @throws TOO_MANY_TRIES, UNAVAILABLE
   */
  async function findCode<T>(visitor: CodeVisitor, look: (tx: Db) => Promise<T | undefined>): Promise<T | undefined> {
    const own = await ownTarget(visitor)
    const targets = own
      ? [own, ...addressThrottles('redeemMemberAddress', visitor.address)]
      : addressThrottles('redeemAddress', visitor.address)
    return credentialChecks.find(targets, look)
  }

  /** @returns undefined for a visitor of whom nothing is known */
  async function ownTarget({ accountId, number, deviceSerial }: CodeVisitor): Promise<ThrottleTarget | undefined> {
    if (accountId !== undefined) return { rule: 'redeemAccount', subject: accountId }
    if (number !== undefined) return { rule: 'redeemNumber', subject: number }
    const device = deviceHash(parts.key, { deviceSerial })
    const owner = device === null ? undefined : await findLastAccountOn(db, device)
    return owner === undefined ? undefined : { rule: 'redeemAccount', subject: owner }
  }

  async function payerOf(accountId: string): Promise<{ name: string; email: string; phone: string }> {
    const account = await findAccount(db, { accountId })
    if (!account) throw new Error('the payer has no account')
    const { name, email, number: phone } = account
    return { name, email, phone }
  }

  /** A zip with one JSON file per domain. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
  async function exportOf(viewer: MemberViewer, password: string): Promise<ExportArchive> {
    await passwords.confirm(viewer, password)
    return collectExport(viewer)
  }

  /** Without a password. */
  async function collectExport({ accountId, language, sessionId }: ExportedAccount): Promise<ExportArchive> {
    const account = await requireAccount(db, accountId)
    const person = personOf(account)
    const own: ExportFile[] = [
      {
        name: 'account',
        content: {
          ...withoutSecrets(account),
          partners: await findBindings(db, accountId),
          consents: await findConsents(db, accountId),
        },
      },
      { name: 'devices', content: await sessions.devices({ accountId, sessionId }) },
    ]
    const others = await Promise.all(
      personalData().map(async (data) => ({ name: data.name, content: await data.collect(person, language) })),
    )
    const now = clock.now()
    const day = hongKongDay(now).toString()
    return { fileName: `account-${day}.zip`, bytes: zipOf([...own, ...others], now) }
  }

  async function runDue(): Promise<void> {
    await closing.closeDue()
    await throttles.sweep(db)
    for (const store of [codes, registration, sessions]) await store.sweep()
  }
}

interface CodeVisitor {
  readonly accountId?: string | undefined
  readonly number?: string | undefined
  readonly deviceSerial?: string | undefined
  readonly address: string
}

interface NewBinding {
  readonly accountId: string
  readonly partner: TelecomPartner
  readonly at: Temporal.Instant
}

/** Binds an account of the site once. @returns `same` when bound to this partner before, `other` for another @throws SESSION_ENDED */
async function bindPartner(tx: Db, { accountId, partner, at }: NewBinding): Promise<'bound' | 'same' | 'other'> {
  const before = await updatePartner(tx, { accountId, from: PARTNERS.site, to: partner })
  if (before === undefined) throw new AppError('SESSION_ENDED')
  if (before === partner) return 'same'
  if (before !== PARTNERS.site) return 'other'
  await insertBinding(tx, { accountId, partner, at })
  return 'bound'
}

const withoutSecrets = ({ passwordHash: _password, parentalHash: _parental, ...account }: Account) => account

type ExportedAccount = Pick<MemberViewer, 'accountId' | 'language'> & { sessionId?: string }
type ExportArchive = { fileName: string; bytes: Uint8Array<ArrayBuffer> }
type ExportFile = { name: string; content: unknown }

function zipOf(files: readonly ExportFile[], at: Temporal.Instant): Uint8Array<ArrayBuffer> {
  const entries = files.map(
    ({ name, content }) => [`${name}.json`, strToU8(`${JSON.stringify(content, null, 2)}\n`)] as const,
  )
  return zipSync(Object.fromEntries(entries), { mtime: at.epochMilliseconds, level: 6 })
}

type ContactSender = Origin & { accountId: string | undefined; language: Language }

/** Each device has its own code for an address, so that no request ends another's code. */
function createContactCodes({ db, key, throttles, codes }: AccountsParts & { throttles: Throttles; codes: Codes }) {
  return { send, redeem }

  async function send(sender: ContactSender, email: string): Promise<{ waitSeconds: number }> {
    const { accountId, address, language } = sender
    const code = codeOf(sender, email)
    throttles.refuseCached(addressThrottles('contactAddress', address))
    await inTransaction(db, async (tx) => {
      const isOwn = await isOwnAddress(tx, { accountId, recipient: code.sentTo })
      await throttles.consume(tx, [
        { rule: 'contactDevice', subject: code.subject },
        ...(isOwn ? ownLimits(accountId) : othersLimits(code.sentTo, address)),
      ])
      await codes.send(tx, code, { channel: 'mail', to: email, template: 'contactCode', language, accountId })
    })
    return { waitSeconds: CONTACT_WAIT_SECONDS }
  }

  /** `work` joins the transaction; if it throws, the code stays valid. @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES */
  async function redeem<T>(
    sender: ContactSender,
    { email, code }: { email: string; code: string },
    work: (tx: Db) => Promise<T>,
  ): Promise<T> {
    await codes.countCheck(sender.address)
    return codes.redeem({ ...codeOf(sender, email), code }, work)
  }

  function codeOf(sender: Origin, email: string) {
    const requestedBy = requesterOf(key, sender)
    const sentTo = email.toLowerCase()
    const subject = keyedHash(key, 'contact', sentTo, requestedBy.toString('hex')).toString('base64url')
    return { purpose: 'contact', subject, sentTo, requestedBy } as const
  }
}

async function isOwnAddress(
  tx: Db,
  { accountId, recipient }: { accountId: string | undefined; recipient: string },
): Promise<boolean> {
  const account = accountId === undefined ? undefined : await findAccount(tx, { accountId })
  return account?.emailValidAt != null && account.email.toLowerCase() === recipient
}

/** Not shared with others who write to the same address. */
const ownLimits = (accountId = ''): ThrottleTarget[] => [
  { rule: 'mailAccount', subject: accountId },
  { rule: 'mailAccountDay', subject: accountId },
]

const othersLimits = (recipient: string, address: string): ThrottleTarget[] => [
  { rule: 'contactNetwork', subject: `${recipient} ${addressPrefixes(address).at(-1)}` },
  { rule: 'contactRecipient', subject: recipient },
  ...addressThrottles('contactAddress', address),
]
