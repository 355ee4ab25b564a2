import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { RECOVERY_CODES, STEP_UP_MINUTES } from '#contract/admin/session.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, inTransaction, type Tx } from '#server/kit/db.ts'
import { createHasher, type Hasher } from '#server/kit/hasher.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { openBytes, sealBytes } from '#server/kit/sealed-bytes.ts'
import { keyedHash, newToken, sameHash, tokenHash } from '#server/kit/secrets.ts'
import type { Rule } from '#server/kit/throttle-rules.ts'
import { addressThrottles, createThrottles, type ThrottleTarget } from '#server/kit/throttles.ts'
import { operatorActor, recordAudit } from '../audit/index.ts'
import type { Operator, RequestOrigin, SignedIn } from './operators-model.ts'
import {
  type Credentials,
  findCredentials,
  lockCredentials,
  updateOperator,
  writeLanguage,
  takeTotpStep,
} from './operators.repo.ts'
import {
  countStepUpFailure,
  endSession,
  findInvitation,
  findSession,
  insertSession,
  replaceRecoveryCodes,
  touchSession,
  takeInvitation,
  takeRecoveryCode,
  writeStepUp,
} from './sessions.repo.ts'
import { otpauthUri, stepOfCode } from './totp.ts'

export interface CredentialsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  /** Authenticator apps know no other: a moved test clock does not move it. */
  readonly realClock: Clock
  readonly masterKey: Buffer
  readonly totpKey: Buffer
  readonly hasher?: Hasher
  /** Shown by authenticator apps. */
  /** The service's name in authenticator apps. */
  readonly issuer: () => string
}

/** The second factor: a code of the authenticator app, or one of the recovery codes. */
export type Factor = { readonly code: string } | { readonly recoveryCode: string }

export interface SignInRequest extends RequestOrigin {
  readonly email: string
  readonly password: string
  readonly factor: Factor
  /** Of what is mailed to the operator. */
  readonly language: Language
  /** The value of the cookie that `signIn` returned in this browser before. */
  readonly device: string | undefined
}

export interface NewSession {
  readonly operator: Operator
  readonly token: string
  /** Kept by the browser: its wrong tries count apart from those of strangers. */
  readonly device: string
  readonly recoveryCodesLeft?: number | undefined
}

const STEP_UP_TRIES = 5
/** The use of a session is written this often. */
const TOUCH_SECONDS = 30

/** CONSOLE.md: wrong passwords and codes of an operator. Address limits hold for each network: twice for a /56, four times for a /48. */
const OPERATOR_RULES = {
  /** From a browser that this operator has signed in with. */
  operatorDevice: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  /** From an unknown browser, by operator and network. */
  operatorNetwork: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  /** From all unknown browsers together. */
  operatorUnknown: { kind: 'window', limit: 30, seconds: 86_400 },
  operatorAddress: { kind: 'window', limit: 30, seconds: 600 },
  operatorAddress56: { kind: 'window', limit: 60, seconds: 600 },
  operatorAddress48: { kind: 'window', limit: 120, seconds: 600 },
} as const satisfies Record<string, Rule>

type RuleName = keyof typeof OPERATOR_RULES

export function createCredentials(deps: CredentialsDeps) {
  const { db, clock, realClock, totpKey, hasher = createHasher() } = deps
  const deviceKey = deriveKey(deps.masterKey, 'operator devices')
  const throttles = createThrottles({
    clock,
    key: deriveKey(deps.masterKey, 'operator throttles'),
    rules: OPERATOR_RULES,
  })
  return { signIn, resolve, stepUp, hasSteppedUp, signOut, open, welcome, unlock, setForDemo }

  /** @throws AppError WRONG_CREDENTIALS, alike for unknown addresses, TOO_MANY_TRIES */
  async function signIn(request: SignInRequest): Promise<NewSession> {
    const email = request.email.toLowerCase()
    const found = await findCredentials(db, email)
    const who = `${email} ${found?.unlockedAt?.toString() ?? ''}`
    const tries = await inTransaction(db, (tx) => throttles.consume(tx, targetsOf({ email, who }, request)))
    const isRight = await hasher.verify(
      request.password,
      found?.passwordHash ?? undefined,
      addressPrefixes(request.address),
    )
    const session =
      isRight && found
        ? await inTransaction(db, async (tx) => {
            const opened = await openSession(tx, found.operatorId, request)
            if (opened) await throttles.refund(tx, tries, 'correct')
            return opened
          })
        : undefined
    if (!session) {
      await recordFailure(found, request)
      throw new AppError('WRONG_CREDENTIALS', { of: 'operator' })
    }
    return { ...session, device: deviceOf(email, request.device) }
  }

  /** Undefined for a wrong second factor, which stays unused. */
  async function openSession(tx: Tx, operatorId: string, request: SignInRequest) {
    const operator = await lockCredentials(tx, operatorId)
    if (!operator || operator.disabledAt !== null) return undefined
    const { factor, address, requestId, language } = request
    const used = await takeFactor(tx, operator, factor)
    if (!used) return undefined
    const token = newToken()
    const at = clock.now()
    await writeLanguage(tx, { operatorId, language })
    await insertSession(tx, { tokenHash: tokenHash(token), operatorId, at, address })
    const action = 'code' in factor ? 'sign in' : 'sign in with a recovery code'
    await recordAudit(tx, { ...entryOf(operator, { address, requestId }), action })
    return { operator, token, recoveryCodesLeft: used.recoveryCodesLeft }
  }

  async function takeFactor(
    tx: Tx,
    operator: Credentials,
    factor: Factor,
  ): Promise<{ recoveryCodesLeft?: number } | undefined> {
    const { operatorId } = operator
    if ('code' in factor) return (await takeTotp(tx, operator, factor.code)) ? {} : undefined
    const codeHash = hashOfRecoveryCode(operatorId, factor.recoveryCode)
    const left = await takeRecoveryCode(tx, { operatorId, codeHash, at: clock.now() })
    return left === undefined ? undefined : { recoveryCodesLeft: left }
  }

  async function takeTotp(tx: Tx, { operatorId, totpSealed }: Credentials, code: string): Promise<boolean> {
    if (totpSealed === null) return false
    const secret = openBytes(totpSealed, { key: totpKey, rowId: operatorId })
    const step = stepOfCode(secret, code, realClock.now().epochMilliseconds)
    return step !== undefined && takeTotpStep(tx, { operatorId, step })
  }

  function targetsOf(
    { email, who }: { email: string; who: string },
    { address, device }: SignInRequest,
  ): ThrottleTarget<RuleName>[] {
    const known = device === undefined ? undefined : deviceIdOf(email, device)
    if (known !== undefined) return [{ rule: 'operatorDevice', subject: `${who} ${known}` }]
    const network = addressPrefixes(address)[0] ?? address
    return [
      { rule: 'operatorNetwork', subject: `${who} ${network}` },
      { rule: 'operatorUnknown', subject: who },
      ...addressThrottles('operatorAddress', address),
    ]
  }

  /** `<id>.<mac>`: the browser's own id if it has one of this operator, else a new one. */
  function deviceOf(email: string, device: string | undefined): string {
    const id = (device === undefined ? undefined : deviceIdOf(email, device)) ?? newId()
    return `${id}.${keyedHash(deviceKey, email, id).toString('base64url')}`
  }

  function deviceIdOf(email: string, device: string): string | undefined {
    const [id = '', mac = ''] = device.split('.')
    return sameHash(Buffer.from(mac, 'base64url'), keyedHash(deviceKey, email, id)) ? id : undefined
  }

  function recordFailure(operator: Operator | undefined, { address, requestId }: SignInRequest): Promise<void> {
    const entry = operator
      ? entryOf(operator, { address, requestId })
      : { at: clock.now(), actor: operatorActor('unknown'), subject: 'operator:unknown', address, requestId }
    return inTransaction(db, (tx) => recordAudit(tx, { ...entry, action: 'fail to sign in' }))
  }

  function entryOf({ operatorId, actor }: Operator, origin: RequestOrigin) {
    return { at: clock.now(), actor, operatorId, subject: `operator:${operatorId}`, ...origin }
  }

  /**
   * The operator of a session. `isUse`: whether the request counts as use, as a page that only asks for news does not.
   * @throws AppError LOGIN_REQUIRED
   */
  async function resolve(token: string | undefined, { isUse }: { isUse: boolean }): Promise<SignedIn> {
    const now = clock.now()
    const session = token === undefined ? undefined : await findSession(db, { tokenHash: tokenHash(token), now })
    if (!session) throw new AppError('LOGIN_REQUIRED')
    if (isUse && now.since(session.usedAt).total('seconds') >= TOUCH_SECONDS)
      await touchSession(db, { ...session, now })
    return session
  }

  function hasSteppedUp({ stepUpAt }: SignedIn): boolean {
    return stepUpAt !== null && clock.now().since(stepUpAt).total('minutes') < STEP_UP_MINUTES
  }

  /** @throws AppError WRONG_CODE; LOGIN_REQUIRED at the fifth wrong one, which ends the session */
  async function stepUp(session: SignedIn, code: string, origin: RequestOrigin): Promise<void> {
    const { tokenHash, operatorId } = session
    const triesLeft = await inTransaction(db, async (tx) => {
      const operator = await lockCredentials(tx, operatorId)
      const at = clock.now()
      if (operator && (await takeTotp(tx, operator, code))) {
        await writeStepUp(tx, { tokenHash, at })
        await recordAudit(tx, { ...entryOf(session, origin), action: 'step up' })
        return undefined
      }
      const failures = await countStepUpFailure(tx, tokenHash)
      await recordAudit(tx, { ...entryOf(session, origin), action: 'fail to step up' })
      if (failures >= STEP_UP_TRIES) await endSession(tx, { tokenHash, at })
      return Math.max(0, STEP_UP_TRIES - failures)
    })
    if (triesLeft === 0) throw new AppError('LOGIN_REQUIRED')
    if (triesLeft !== undefined) throw new AppError('WRONG_CODE', { triesLeft })
  }

  function signOut(session: SignedIn, origin: RequestOrigin): Promise<void> {
    return inTransaction(db, async (tx) => {
      await endSession(tx, { tokenHash: session.tokenHash, at: clock.now() })
      await recordAudit(tx, { ...entryOf(session, origin), action: 'sign out' })
    })
  }

  /** @throws AppError NOT_FOUND for a used or expired invitation */
  async function open(token: string): Promise<{ email: string; otpauthUri: string }> {
    const { email, secret } = await invitationOf(token)
    return { email, otpauthUri: otpauthUri(secret, { issuer: deps.issuer(), email }) }
  }

  async function invitationOf(token: string) {
    const hash = tokenHash(token)
    const invitation = await findInvitation(db, { tokenHash: hash, now: clock.now() })
    if (!invitation || invitation.disabledAt !== null) throw operatorRefusal({ is: 'invitationUnknown' })
    const secret = openBytes(invitation.totpSealed, { key: totpKey, rowId: hash.toString('hex') })
    return { ...invitation, hash, secret }
  }

  /**
   * Sets password and authenticator app, and ends the sessions of before.
   * @returns the recovery codes, which are told this once
   * @throws AppError NOT_FOUND for a used or expired invitation, WRONG_CODE, which leaves it as it is
   */
  async function welcome(
    { token, password, code }: { token: string; password: string; code: string },
    origin: RequestOrigin,
  ): Promise<string[]> {
    const { hash, secret, operatorId } = await invitationOf(token)
    const step = stepOfCode(secret, code, realClock.now().epochMilliseconds)
    if (step === undefined) throw new AppError('WRONG_CODE')
    const passwordHash = await hasher.hash(password, addressPrefixes(origin.address))
    return inTransaction(db, async (tx) => {
      const operator = await lockCredentials(tx, operatorId)
      if (!operator || !(await takeInvitation(tx, { tokenHash: hash, at: clock.now() })))
        throw operatorRefusal({ is: 'invitationUnknown' })
      await recordAudit(tx, { ...entryOf(operator, origin), action: 'set credentials' })
      return writeCredentials(tx, operatorId, { passwordHash, secret, step })
    })
  }

  async function writeCredentials(
    tx: Tx,
    operatorId: string,
    { passwordHash, secret, step }: { passwordHash: string; secret: Buffer; step: number },
  ): Promise<string[]> {
    const totpSealed = sealBytes(secret, { key: totpKey, rowId: operatorId })
    await updateOperator(tx, operatorId, { credentials: { passwordHash, totpSealed, totpLastStep: step } })
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    await replaceRecoveryCodes(
      tx,
      operatorId,
      codes.map((one) => hashOfRecoveryCode(operatorId, one.replaceAll('-', ''))),
    )
    return codes
  }

  /** Of the demo, whose operators have no mailbox. */
  async function setForDemo(
    operatorId: string,
    { password, secret }: { password: string; secret: Buffer },
  ): Promise<void> {
    const passwordHash = await hasher.hash(password)
    await inTransaction(db, (tx) => writeCredentials(tx, operatorId, { passwordHash, secret, step: 0 }))
  }

  /** Ends the waits after wrong tries. @throws AppError NOT_FOUND */
  async function unlock(email: string, { actor, reason }: { actor: string; reason: string }): Promise<void> {
    const operator = await findCredentials(db, email.toLowerCase())
    if (!operator) throw operatorRefusal({ is: 'operatorUnknown' })
    await inTransaction(db, async (tx) => {
      await updateOperator(tx, operator.operatorId, { unlockedAt: clock.now() })
      const subject = `operator:${operator.operatorId}`
      await recordAudit(tx, { at: clock.now(), actor, reason, action: 'unlock operator', subject })
    })
  }
}

const CODE_ID_LENGTH = 16

/** `abcd-efgh-jkmn-pqrs`: 80 bits. */
const newRecoveryCode = (): string => (newId().slice(0, CODE_ID_LENGTH).match(/.{4}/g) ?? []).join('-')

/** Random: no slow hash is needed. */
const hashOfRecoveryCode = (operatorId: string, code: string): string =>
  createHash('sha256').update(`${operatorId} ${code}`).digest('hex')
