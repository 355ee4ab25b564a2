import type { Kysely } from 'kysely'
import type { Role } from '#contract/admin/endpoint.ts'
import { INVITATION_MINUTES } from '#contract/admin/session.ts'
import type { Language } from '#contract/languages.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, inTransaction, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { sealBytes } from '#server/kit/sealed-bytes.ts'
import { newToken, tokenHash } from '#server/kit/secrets.ts'
import { operatorActor, recordAudit, versionConflict } from '../audit/index.ts'
import type { MailTemplates } from '#contract/messages.ts'
import type { Messages } from '../messages/index.ts'
import { voidApprovalsOf } from './approvals.repo.ts'
import type { Operator } from './operators-model.ts'
import {
  type Credentials,
  findAddress,
  findAdministrators,
  findLanguage,
  findCredentials,
  findOperator,
  hadOtherAdministrator,
  hasOtherWithRole,
  insertOperator,
  listOperators,
  lockActiveOperators,
  lockCredentials,
  type OperatorQuery,
  updateOperator,
} from './operators.repo.ts'
import { endSessionsOf, insertInvitation, replaceRecoveryCodes, voidInvitations } from './sessions.repo.ts'
import { FORMER_ADMINISTRATOR_HOURS, gainsHighRole } from './operators.rules.ts'
import { newTotpSecret } from './totp.ts'

export interface PeopleDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly messages: Pick<Messages, 'send'>
  readonly totpKey: Buffer
  /** Where the console is reached: `https://console.example.org`. */
  readonly consoleUrl: string
}

/** Of a change: who does it, and their language for what is mailed. */
export interface By {
  readonly operator: Operator
  readonly language: Language
}

interface Invited {
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
}

type ById = { readonly id: string; readonly version?: number | undefined }

/** A person of the command line, with the reason for the audit log. */
type Commanded = { readonly actor: string; readonly reason: string }

type MailOf<T extends keyof MailTemplates> = { readonly template: T; readonly params: MailTemplates[T] }

export type People = ReturnType<typeof createPeople>

/** Who the operators are. Changes join the caller's transaction, which records them. */
export function createPeople(deps: PeopleDeps) {
  const { db, clock, messages } = deps
  return {
    list: (query: OperatorQuery) => listOperators(db, query),
    invite,
    saveRoles,
    disable,
    resetCredentials,
    endSessions,
    hasRole,
    holder,
    needsApproval,
    tell,
    languageOf: findLanguage,
    createByCommand,
    resetByCommand,
  }

  /** The link goes to the mailbox. @throws AppError CONFLICT for an address that has an operator */
  async function invite(tx: Tx, { operator, language }: By, { email, name, roles }: Invited): Promise<Operator> {
    const invited = await add(tx, { email, name, roles }, operator.operatorId)
    await sendInvitation(tx, invited, language)
    await tellAll(tx, await findAdministrators(tx), { by: operator.name, what: 'invited', name })
    return invited
  }

  /** False for a disabled operator. */
  async function hasRole(tx: Tx, operatorId: string, role: Role): Promise<boolean> {
    const operator = await findOperator(tx, operatorId)
    return operator !== undefined && operator.disabledAt === null && operator.roles.includes(role)
  }

  /** Who takes over the work of another. @throws AppError NOT_FOUND, CONFLICT for a disabled one or one without the role */
  async function holder(tx: Tx, operatorId: string, role: Role): Promise<Operator> {
    const operator = await findOperator(tx, operatorId)
    if (!operator) throw operatorRefusal({ is: 'operatorUnknown' })
    if (operator.disabledAt !== null) throw operatorRefusal({ is: 'operatorDisabled' })
    if (!operator.roles.includes(role)) throw operatorRefusal({ is: 'operatorWithoutRole' })
    return operator
  }

  async function add(tx: Tx, { email, name, roles }: Invited, invitedBy: string | null): Promise<Operator> {
    const person = { operatorId: newId(), email: email.toLowerCase(), name, roles, invitedBy }
    const at = clock.now()
    if (!(await insertOperator(tx, { ...person, at }))) throw operatorRefusal({ is: 'operatorExists', email })
    return { ...person, actor: operatorActor(name), createdAt: at, resetAt: null, disabledAt: null, version: 1 }
  }

  /** Ends the sessions. @throws AppError NOT_FOUND, VERSION_CONFLICT, CONFLICT for the last administrator */
  async function saveRoles(tx: Tx, by: By, { roles, ...ref }: ById & { roles: readonly Role[] }) {
    const isAdministrator = roles.includes('administrator')
    const before = await lockForChange(tx, ref, { remainsAdministrator: isAdministrator })
    const told = await findAdministrators(tx)
    const at = clock.now()
    const left = before.roles.includes('administrator') && !isAdministrator
    const version = await updateOperator(tx, ref.id, { roles, ...(left && { administratorUntil: at }) })
    await endSessionsOf(tx, { operatorId: ref.id, at })
    await tellAll(tx, told, { by: by.operator.name, what: 'roles', name: before.name })
    return { version, before }
  }

  /** @throws AppError as `saveRoles` */
  async function disable(tx: Tx, by: By, ref: ById) {
    const before = await lockForChange(tx, ref, { remainsAdministrator: false })
    const told = await findAdministrators(tx)
    const at = clock.now()
    const wasAdministrator = before.roles.includes('administrator')
    const version = await updateOperator(tx, ref.id, {
      disabledAt: at,
      ...(wasAdministrator && { administratorUntil: at }),
    })
    await endSessionsOf(tx, { operatorId: ref.id, at })
    await voidInvitations(tx, { operatorId: ref.id, at })
    await voidApprovalsOf(tx, { operatorId: ref.id, at })
    await tellAll(tx, told, { by: by.operator.name, what: 'disabled', name: before.name })
    return { version, before }
  }

  /**
   * Password, authenticator app and recovery codes are set anew by a link to the mailbox. What the operator asked for is void.
   * @throws AppError NOT_FOUND, VERSION_CONFLICT
   */
  async function resetCredentials(tx: Tx, by: By, ref: ById) {
    const before = await lockForChange(tx, ref, { remainsAdministrator: true })
    const version = await dropCredentials(tx, before)
    await sendInvitation(tx, before, by.language)
    await tellAll(tx, await findAdministrators(tx), { by: by.operator.name, what: 'reset', name: before.name })
    return { version, before }
  }

  /** @returns how many ended @throws AppError NOT_FOUND, VERSION_CONFLICT */
  async function endSessions(tx: Tx, ref: ById) {
    const before = await lockForChange(tx, ref, { remainsAdministrator: true })
    const ended = await endSessionsOf(tx, { operatorId: ref.id, at: clock.now() })
    return { version: before.version, ended }
  }

  async function dropCredentials(tx: Tx, { operatorId }: Pick<Operator, 'operatorId'>): Promise<number> {
    const at = clock.now()
    await endSessionsOf(tx, { operatorId, at })
    await replaceRecoveryCodes(tx, operatorId, [])
    await voidApprovalsOf(tx, { operatorId, at })
    return updateOperator(tx, operatorId, { credentials: null, resetAt: at, unlockedAt: at })
  }

  async function lockForChange(
    tx: Tx,
    { id, version }: ById,
    { remainsAdministrator }: { remainsAdministrator: boolean },
  ): Promise<Credentials> {
    const active = await lockActiveOperators(tx)
    const operator = await lockCredentials(tx, id)
    if (!operator) throw operatorRefusal({ is: 'operatorUnknown' })
    if (version !== undefined && version !== operator.version) throw await conflictOf(tx, operator)
    if (operator.disabledAt !== null) throw operatorRefusal({ is: 'operatorDisabled' })
    const others = active.filter(({ operatorId, roles }) => operatorId !== id && roles.includes('administrator'))
    if (operator.roles.includes('administrator') && !remainsAdministrator && others.length === 0)
      throw operatorRefusal({ is: 'lastAdministrator' })
    return operator
  }

  /**
   * Whether a second administrator is asked: where there is one, or was lately (who removes the second one is not alone yet), for an operator
   * who would gain a high role or new credentials.
   */
  async function needsApproval(
    tx: Tx,
    requester: Operator,
    change: { id?: string; roles?: readonly Role[] },
  ): Promise<boolean> {
    const not = requester.operatorId
    const after = clock.now().subtract({ hours: FORMER_ADMINISTRATOR_HOURS })
    const hasOther = await hasOtherWithRole(tx, { role: 'administrator', not })
    if (!hasOther && !(await hadOtherAdministrator(tx, { not, after }))) return false
    const { id, roles } = change
    if (roles === undefined) return true
    const before = id === undefined ? [] : ((await findOperator(tx, id))?.roles ?? [])
    return gainsHighRole(before, roles)
  }

  async function sendInvitation(tx: Tx, { operatorId, email, name }: Operator, language: Language): Promise<void> {
    const { link, expiresAt } = await newInvitation(tx, operatorId)
    const request = { channel: 'mail', to: email, template: 'operatorInvitation', params: { name, link } } as const
    await messages.send(tx, { ...request, language, expiresAt })
  }

  async function newInvitation(tx: Tx, operatorId: string) {
    const token = newToken()
    const hash = tokenHash(token)
    const at = clock.now()
    const expiresAt = at.add({ minutes: INVITATION_MINUTES })
    const totpSealed = sealBytes(newTotpSecret(), { key: deps.totpKey, rowId: hash.toString('hex') })
    await insertInvitation(tx, { tokenHash: hash, operatorId, totpSealed, expiresAt, at })
    // In the fragment: no server and no log sees it before it is used.
    return { link: `${deps.consoleUrl}/console/#/welcome/${token}`, expiresAt }
  }

  async function tellAll(
    tx: Tx,
    administrators: readonly { email: string; language: Language }[],
    params: MailTemplates['operatorsChanged'],
  ): Promise<void> {
    for (const { email, language } of administrators) {
      await messages.send(tx, { channel: 'mail', to: email, template: 'operatorsChanged', params, language })
    }
  }

  /** One who was disabled is told nothing. */
  async function tell(
    tx: Tx,
    operatorId: string,
    mail: MailOf<'planFailed'> | MailOf<'pagePlanFailed'>,
  ): Promise<void> {
    const operator = await findAddress(tx, operatorId)
    if (operator) await messages.send(tx, { channel: 'mail', to: operator.email, language: operator.language, ...mail })
  }

  /** Of `npm run operators`, which alone prints a link. @returns the link @throws AppError CONFLICT */
  function createByCommand(invited: Invited, { actor, reason }: Commanded): Promise<string> {
    return inTransaction(db, async (tx) => {
      const { operatorId, roles } = await add(tx, invited, null)
      const { link } = await newInvitation(tx, operatorId)
      const entry = { at: clock.now(), actor, reason, action: 'create operator', subject: `operator:${operatorId}` }
      await recordAudit(tx, { ...entry, after: { roles } })
      return link
    })
  }

  /** @returns a new link @throws AppError NOT_FOUND, CONFLICT for a disabled one */
  function resetByCommand(email: string, { actor, reason }: Commanded): Promise<string> {
    return inTransaction(db, async (tx) => {
      const operator = await findCredentials(tx, email.toLowerCase())
      if (!operator) throw operatorRefusal({ is: 'operatorUnknown' })
      if (operator.disabledAt !== null) throw operatorRefusal({ is: 'operatorDisabled' })
      await dropCredentials(tx, operator)
      const { link } = await newInvitation(tx, operator.operatorId)
      const subject = `operator:${operator.operatorId}`
      await recordAudit(tx, { at: clock.now(), actor, reason, action: 'reset credentials', subject })
      return link
    })
  }
}

const conflictOf = (tx: Tx, { operatorId, name, roles, version, disabledAt }: Operator) =>
  versionConflict(tx, {
    subject: `operator:${operatorId}`,
    current: { name, roles, version, disabled: disabledAt !== null },
  })
