import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type AdminEndpoint,
  type AdminKind,
  type AdminParsedInputOf,
  adminUrl,
  type Role,
} from '#contract/admin/endpoint.ts'
import type { ChangeInput } from '#contract/admin/forms.ts'
import { UPLOAD_ROLES } from '#contract/admin/uploads.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { type AuditEntry, recordAudit } from '#server/domains/audit/index.ts'
import type { NewSession, Operator, Operators, RequestOrigin, SignedIn } from '#server/domains/operators/index.ts'
import { answeredInTime } from '#server/kit/answered-in-time.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { CsvCell } from '#server/kit/csv.ts'
import { type Db, inTransaction, type Tx } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import { logFailure } from '#server/kit/outage.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { Fields } from '../context.ts'
import { failed, succeeded, type WireResponse } from '../envelope.ts'
import { invalidInput } from '../errors.ts'

export interface AdminRequest extends RequestOrigin {
  readonly fields: Fields
  readonly language: Language
  /** Of the session's cookie. */
  readonly token: string | undefined
  /** Of the cookie by which a browser is known that an operator has signed in with. */
  readonly device: string | undefined
  /** False for a page that only asks for news: it keeps no session alive. */
  readonly isUse: boolean
}

/** What a handler is given besides its input. */
export interface ReadCall extends RequestOrigin {
  readonly operator: Operator
  readonly language: Language
}

export interface SignedInCall extends ReadCall {
  readonly session: SignedIn
}

export type Recorded = Pick<AuditEntry, 'subject' | 'details' | 'before' | 'after'>

/** In one transaction with its audit entry, without which it is rolled back. No HTTP inside. */
export interface ChangeCall extends ReadCall {
  readonly tx: Tx
  /** Who approved it, where its requester needed a second person. */
  readonly decider?: Operator | undefined
  record(entry: Recorded): Promise<void>
  /** Where another operator approved the call: who, and what they saw. */
  readonly approval?: Approval | undefined
  /**
   * Makes the call of another operator that waited for this one's approval, in this transaction.
   * @returns false when that operator may not make it any more
   */
  carryOut(stored: {
    endpoint: string
    input: Fields
    consequence: Approval['consequence']
    requester: Operator | undefined
  }): Promise<boolean>
}

interface Approval {
  readonly decider: Operator
  readonly consequence: Readonly<Record<string, unknown>>
}

export interface AuditedCall extends ChangeCall {
  readonly session: SignedIn
}

/** In a transaction; recorded nowhere. */
export interface DraftCall extends ReadCall {
  readonly tx: Tx
}

export interface SessionCall extends RequestOrigin {
  readonly language: Language
  readonly device: string | undefined
  /** Undefined where the call needs no session. */
  readonly session: SignedIn | undefined
  setSession(session: NewSession | undefined): void
}

/** A file's name and its rows, heads first. They are read in one transaction. */
export interface Export {
  readonly fileName: string
  rows(tx: Tx): AsyncIterable<readonly (readonly CsvCell[])[]>
}

interface Calls {
  readonly read: SignedInCall
  readonly export: SignedInCall
  readonly audited: AuditedCall
  readonly change: ChangeCall
  readonly draft: DraftCall
  readonly session: SessionCall
}

type Output<E extends AdminEndpoint> = E['kind'] extends 'export' ? Export : z.input<E['output']>

export type AdminHandler<E extends AdminEndpoint> = (
  input: AdminParsedInputOf<E>,
  call: Calls[E['kind']],
) => Promise<Output<E>> | Output<E>

/**
 * What the call would change, where a second person has to approve it; undefined where the operator may make it alone. Asked in the
 * transaction of the call, again when it is carried out.
 */
export type ApprovalNeed<E extends AdminEndpoint> = (
  input: AdminParsedInputOf<E>,
  call: ChangeCall,
) => Promise<Readonly<Record<string, unknown>> | undefined>

export interface AdminRoute {
  readonly endpoint: AdminEndpoint
  readonly handler: AdminHandler<AdminEndpoint>
  readonly approvalNeed: ApprovalNeed<AdminEndpoint> | undefined
}

export interface AdminPipelineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly operators: Operators
  readonly routes: ReadonlyMap<string, AdminRoute>
  /** False where one person runs the service (CONSOLE_FOUR_EYES=0). */
  readonly fourEyes: boolean
}

export type AdminOutcome =
  | { readonly kind: 'answer'; readonly answer: WireResponse; readonly session?: NewSession | 'ended' | undefined }
  | { readonly kind: 'export'; readonly file: Export }

/**
 * Session → role → code of the authenticator → input → transaction with request key, approval, change, audit entry and answer. Never
 * throws.
 */
export async function answerCall(
  deps: AdminPipelineDeps,
  route: AdminRoute,
  request: AdminRequest,
): Promise<AdminOutcome> {
  try {
    return await answeredInTime(call(deps, route, request))
  } catch (error) {
    const { language, requestId } = request
    if (!(error instanceof AppError))
      logFailure(deps.log, error, { message: 'call failed', reqId: requestId, call: adminUrl(route.endpoint) })
    return { kind: 'answer', answer: failed(error, { language, requestId }) }
  }
}

async function call(deps: AdminPipelineDeps, route: AdminRoute, request: AdminRequest): Promise<AdminOutcome> {
  const { endpoint } = route
  const session = endpoint.roles === 'signed out' ? undefined : await admit(deps, endpoint, request)
  const input = parse(endpoint, request.fields, request.language)
  const origin = { address: request.address, requestId: request.requestId }
  if (isOfKind(route, 'session')) return callSession(route, { input, session, request })
  if (session === undefined) throw new AppError('LOGIN_REQUIRED')
  const reading = { ...origin, session, operator: session, language: request.language }
  if (isOfKind(route, 'export')) return { kind: 'export', file: (await route.handler(input, reading)) as Export }
  if (isOfKind(route, 'read')) return answerOf(endpoint, await route.handler(input, reading))
  if (isOfKind(route, 'draft'))
    return answerOf(endpoint, await inTransaction(deps.db, async (tx) => route.handler(input, { ...reading, tx })))
  const output = await inTransaction(deps.db, (tx) => change(deps, route, { tx, input, ...reading }))
  return answerOf(endpoint, output)
}

type Guarded = Pick<AdminEndpoint, 'path' | 'roles' | 'stepUp'>

/** @throws AppError LOGIN_REQUIRED, NOT_ALLOWED, which is recorded, STEP_UP_REQUIRED */
async function admit(
  deps: Pick<AdminPipelineDeps, 'db' | 'clock' | 'operators'>,
  endpoint: Guarded,
  request: AdminRequest,
): Promise<SignedIn> {
  const { credentials } = deps.operators
  const session = await credentials.resolve(request.token, request)
  if (!isAllowed(endpoint, session)) {
    await recordRefusal(deps, endpoint, { operator: session, ...request })
    throw new AppError('NOT_ALLOWED')
  }
  if (endpoint.stepUp && !credentials.hasSteppedUp(session)) throw new AppError('STEP_UP_REQUIRED')
  return session
}

/** @throws AppError LOGIN_REQUIRED, NOT_ALLOWED */
export const admitUpload = (
  deps: Pick<AdminPipelineDeps, 'db' | 'clock' | 'operators'>,
  request: AdminRequest,
): Promise<Operator> => admit(deps, { path: '/uploads', roles: UPLOAD_ROLES, stepUp: false }, request)

/** Before a large body is read. @throws AppError LOGIN_REQUIRED, NOT_ALLOWED */
export const admitBody = (
  deps: Pick<AdminPipelineDeps, 'db' | 'clock' | 'operators'>,
  { endpoint: { path, roles } }: AdminRoute,
  request: AdminRequest,
): Promise<Operator> => admit(deps, { path, roles, stepUp: false }, request)

export interface SentEntry extends Pick<AuditEntry, 'action' | 'subject' | 'details'> {
  readonly tx: Tx
  readonly operator: Operator
  readonly request: RequestOrigin
}

/** Records a film or image that an operator has sent: it is no call. */
export function recordSent(
  { clock }: Pick<AdminPipelineDeps, 'clock'>,
  { tx, operator: { operatorId, actor }, request: { address, requestId }, ...entry }: SentEntry,
): Promise<void> {
  const who = { at: clock.now(), actor, operatorId, address, requestId }
  return recordAudit(tx, { ...who, ...entry })
}

function recordRefusal(
  { db, clock }: Pick<AdminPipelineDeps, 'db' | 'clock'>,
  { path }: Guarded,
  { operator, address, requestId }: RequestOrigin & { operator: Operator },
): Promise<void> {
  const { operatorId, actor } = operator
  const who = { at: clock.now(), actor, operatorId, address, requestId }
  return inTransaction(db, (tx) => recordAudit(tx, { ...who, action: 'refuse call', subject: `call:${path}` }))
}

async function callSession(
  route: AdminRouteOf<'session'>,
  { input, session, request }: { input: never; session: SignedIn | undefined; request: AdminRequest },
): Promise<AdminOutcome> {
  const { address, requestId, language, device } = request
  let opened: NewSession | 'ended' | undefined
  const setSession = (next: NewSession | undefined) => {
    opened = next ?? 'ended'
  }
  const output = await route.handler(input, { address, requestId, language, device, session, setSession })
  const { answer } = answerOf(route.endpoint, output)
  return { kind: 'answer', answer, session: opened }
}

/** The same key answers the same. @throws AppError CONFLICT for a key that was used for another call */
async function change(deps: AdminPipelineDeps, route: AdminRoute, changing: Changing): Promise<object> {
  const { requests } = deps.operators
  const { tx, operator, input } = changing
  if (!isOfKind(route, 'change')) return carryThrough(deps, route, changing)
  const { requestKey } = input as ChangeInput
  const { operatorId } = operator
  const inputHash = hashOf(route.endpoint, input)
  const earlier = await requests.reserve(tx, { operatorId, requestKey, inputHash })
  if (earlier && !earlier.inputHash.equals(inputHash)) throw operatorRefusal({ is: 'requestKeyUsed' })
  if (earlier) return earlier.answer as object
  const output = (await requestApproval(deps, route, changing)) ?? (await carryThrough(deps, route, changing))
  const answered = z.parse(route.endpoint.output, output) as object
  await requests.answer(tx, { operatorId, requestKey, answer: answered })
  return answered
}

/** @returns undefined where the operator may go on alone */
async function requestApproval(
  deps: AdminPipelineDeps,
  route: AdminRoute,
  changing: Changing,
): Promise<{ approvalId: string } | undefined> {
  const { endpoint, approvalNeed } = route
  const { tx, operator, input } = changing
  if (approvalNeed === undefined || !deps.fourEyes) return undefined
  const { call } = changeCall(deps, endpoint, changing)
  const consequence = await approvalNeed(input, call)
  if (consequence === undefined) return undefined
  const { reason = '' } = input as ChangeInput
  const { path, withheld = [] } = endpoint
  const asked = { endpoint: path, input, withheld, consequence, reason }
  const approvalId = await deps.operators.approvals.request(tx, operator, asked)
  const entry = { subject: `approval:${approvalId}`, details: { call: path } }
  await recordAudit(tx, {
    ...whoOf(changing, deps.clock),
    ...entry,
    reason: reason || undefined,
    action: 'ask for approval',
  })
  return { approvalId }
}

async function carryThrough(deps: AdminPipelineDeps, route: AdminRoute, changing: Changing): Promise<object> {
  const { call, isRecorded } = changeCall(deps, route.endpoint, changing)
  const output = (await route.handler(changing.input, call)) as object
  if (!isRecorded()) throw new Error(`${route.endpoint.path} wrote no audit entry`)
  return output
}

function changeCall(deps: AdminPipelineDeps, endpoint: AdminEndpoint, changing: Changing) {
  const { tx, operator, language, address, requestId } = changing
  const { record, isRecorded } = recorder(endpoint, changing, deps.clock)
  const call: ChangeCall & Partial<AuditedCall> = {
    tx,
    operator,
    decider: changing.approval?.decider,
    ...(changing.session && { session: changing.session }),
    ...(changing.approval && { approval: changing.approval }),
    language,
    address,
    requestId,
    record,
    carryOut: (stored) => carryOut(deps, stored, changing),
  }
  return { call, isRecorded }
}

async function carryOut(
  deps: AdminPipelineDeps,
  { endpoint: path, input: fields, consequence, requester }: Parameters<ChangeCall['carryOut']>[0],
  { tx, operator: decider, language, address, requestId }: Changing,
): Promise<boolean> {
  const route = [...deps.routes.values()].find(({ endpoint }) => endpoint.path === path)
  if (!route || !requester || !isAllowed(route.endpoint, requester)) return false
  const input = parse(route.endpoint, fields, language)
  const approval = { decider, consequence }
  await carryThrough(deps, route, { tx, operator: requester, approval, language, address, requestId, input })
  return true
}

interface Changing extends RequestOrigin {
  readonly tx: Tx
  readonly operator: Operator
  /** Undefined where another one carries it out. */
  readonly session?: SignedIn
  readonly approval?: Approval
  readonly language: Language
  readonly input: never
}

function recorder({ audit, path }: AdminEndpoint, changing: Changing, clock: Clock) {
  const { tx, input, approval } = changing
  let isRecorded = false
  const record = async ({ details, ...entry }: Recorded) => {
    isRecorded = true
    const { reason } = input as Partial<ChangeInput>
    const decided = approval && { approvedBy: approval.decider.operatorId }
    const written = { ...whoOf(changing, clock), ...entry, reason, details: { ...details, ...decided } }
    await recordAudit(tx, { ...written, action: audit ?? path })
  }
  return { record, isRecorded: () => isRecorded }
}

const whoOf = ({ operator, address, requestId }: Changing, clock: Clock) => ({
  at: clock.now(),
  actor: operator.actor,
  operatorId: operator.operatorId,
  address,
  requestId,
})

const isAllowed = ({ roles }: Guarded, operator: Operator): boolean =>
  roles === 'all' || (roles !== 'signed out' && roles.some((role: Role) => operator.roles.includes(role)))

type AdminRouteOf<K extends AdminKind> = AdminRoute & {
  readonly endpoint: AdminEndpoint<z.ZodMiniType, z.ZodMiniType, K>
  readonly handler: AdminHandler<AdminEndpoint<z.ZodMiniType, z.ZodMiniType, K>>
}

const isOfKind = <K extends AdminKind>(route: AdminRoute, kind: K): route is AdminRouteOf<K> =>
  route.endpoint.kind === kind

function answerOf(endpoint: AdminEndpoint, output: unknown): { kind: 'answer'; answer: WireResponse } {
  return {
    kind: 'answer',
    answer: succeeded(z.parse(endpoint.output, output) as object),
  }
}

/** @throws AppError INVALID_INPUT */
function parse({ input }: AdminEndpoint, fields: Fields, language: Language): never {
  const parsed = z.safeParse(input, fieldsOf(fields), { reportInput: true })
  if (!parsed.success) throw invalidInput(parsed.error.issues, language)
  return parsed.data as never
}

/** Without the language, which is the request's. */
const fieldsOf = ({ language: _language, ...fields }: Fields): Fields => fields

const hashOf = ({ path }: AdminEndpoint, input: object): Buffer =>
  createHash('sha256')
    .update(`${path} ${JSON.stringify(input)}`)
    .digest()
