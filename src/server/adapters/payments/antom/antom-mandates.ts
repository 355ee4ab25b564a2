import type { ProviderOrder } from '#server/domains/payments/ports.ts'
import type {
  ChargeReport,
  MandateCode,
  Mandate,
  MandateCreation,
  MandateReport,
  NewMandate,
  PullProvider,
  Credentials,
  MandateNotice,
} from '#server/domains/agreements/ports.ts'
import {
  type AntomBody,
  type AntomClient,
  type AntomOptions,
  orderOf,
  reportOfNotification,
  toAntomAmount,
} from './antom-client.ts'
import type { Terminal } from '#contract/payments.ts'
import { parseObject } from '#server/kit/provider-request.ts'

const WALLET = 'ALIPAY_HK'
const TERMINAL = { web: 'WEB', wap: 'WAP' } as const

/** AlipayHK by Auto Debit: the payer authorizes, we charge by the token. Our agreement's id is the `authState`. */
export function createAntomMandates(options: AntomOptions, call: AntomClient): PullProvider {
  const setup = async (mandate: NewMandate): Promise<MandateCreation> =>
    creationOfConsult(await call('authorizations/consult', consultBody(mandate, options)), mandate.terminal)

  /** Without a token there is nothing to query: approval comes as a notification. */
  async function query({ credentials }: Mandate): Promise<MandateReport> {
    const { accessToken } = readCredentials(credentials) ?? {}
    if (accessToken === undefined) return { state: 'open' }
    return reportOfToken(await call('authorizations/query', { accessToken }))
  }

  async function exchange(_: Mandate, mandateCode: MandateCode): Promise<MandateReport> {
    if ('token' in mandateCode)
      return reportOfToken(await call('authorizations/query', { accessToken: mandateCode.token }), mandateCode)
    const fields = { grantType: 'AUTHORIZATION_CODE', customerBelongsTo: WALLET, authCode: mandateCode.code }
    return reportOfExchange(await call('authorizations/applyToken', fields), mandateCode)
  }

  /** A refresh with a lost response may have used up the refresh token: only an expired token ends the mandate. */
  async function refresh(mandate: Mandate): Promise<MandateReport> {
    const { refreshToken } = readCredentials(mandate.credentials) ?? {}
    if (refreshToken === undefined) return { state: 'unknown' }
    const fields = { grantType: 'REFRESH_TOKEN', customerBelongsTo: WALLET, refreshToken }
    const report = reportOfRefresh(await call('authorizations/applyToken', fields))
    if (report.state !== 'ended') return report
    return { state: (await query(mandate)).state === 'ended' ? 'ended' : 'unknown' }
  }

  async function end({ credentials }: Mandate): Promise<boolean> {
    const { accessToken } = readCredentials(credentials) ?? {}
    if (accessToken === undefined) return true
    const answer = await call('authorizations/revoke', { accessToken })
    return answer?.result?.resultStatus === 'S' || isTokenInvalid(answer)
  }

  async function charge(
    { credentials }: Mandate,
    order: ProviderOrder & { readonly description: string },
  ): Promise<ChargeReport> {
    const { accessToken } = readCredentials(credentials) ?? {}
    if (accessToken === undefined) return { state: 'failed', because: 'credentials' }
    return reportOfCharge(await call('payments/pay', chargeBody(order, { accessToken, notifyUrl: options.notifyUrl })))
  }

  return { kind: 'alipay', mode: 'pull', sandbox: options.sandbox, setup, query, exchange, refresh, end, charge }
}

const consultBody = (
  { agreementId, amountCents, currency, terminal, continueUrl }: NewMandate,
  { notifyUrl }: AntomOptions,
): object => ({
  customerBelongsTo: WALLET,
  authRedirectUrl: continueUrl,
  scopes: ['AGREEMENT_PAY'],
  authState: agreementId,
  amount: toAntomAmount(amountCents, currency),
  env: { terminalType: TERMINAL[terminal] },
  terminalType: TERMINAL[terminal],
  // Without it only an address in Antom's dashboard is told.
  ...(notifyUrl !== undefined && { authNotifyUrl: notifyUrl }),
})

function chargeBody(
  { orderId, amountCents, currency, description }: ProviderOrder & { readonly description: string },
  { accessToken, notifyUrl }: { accessToken: string; notifyUrl: string | undefined },
): object {
  const amount = toAntomAmount(amountCents, currency)
  return {
    productCode: 'AGREEMENT_PAYMENT',
    paymentRequestId: orderId,
    order: orderOf(orderId, description, amount),
    paymentAmount: amount,
    paymentMethod: { paymentMethodType: WALLET, paymentMethodId: accessToken },
    ...(notifyUrl !== undefined && { paymentNotifyUrl: notifyUrl }),
  }
}

const reasonOf = (body: AntomBody | undefined) => `Antom: ${body?.result?.resultCode ?? 'no answer'}`

function creationOfConsult(body: AntomBody | undefined, terminal: Terminal): MandateCreation {
  const { result, normalUrl, authUrl, schemeUrl, applinkUrl, authCodeForm } = body ?? {}
  const reason = reasonOf(body)
  if (result?.resultStatus === 'F') return { outcome: 'refused', reason }
  if (result?.resultStatus !== 'S') return { outcome: 'unknown', reason }
  // Newer guides say normalUrl.
  const page = normalUrl ?? authUrl
  const app = applinkUrl ?? schemeUrl
  const accepted = { outcome: 'accepted', providerReference: null } as const
  if (terminal === 'wap' && app !== undefined) return { ...accepted, action: { type: 'app', url: app } }
  const qrText = authCodeForm?.codeDetails?.find(({ displayType }) => displayType === 'TEXT')?.codeValue
  if (terminal === 'web' && qrText !== undefined)
    return { ...accepted, action: { type: 'qr', qrText, url: page ?? '' } }
  if (page !== undefined) return { ...accepted, action: { type: 'redirect', url: page } }
  return { outcome: 'unknown', reason: 'Antom: nowhere to approve' }
}

interface AntomCredentials {
  readonly accessToken: string
  readonly refreshToken?: string | undefined
}

const readCredentials = (secret: string | null): AntomCredentials | undefined => {
  const { accessToken, refreshToken } = parseObject<AntomCredentials>(secret ?? '') ?? {}
  return accessToken === undefined ? undefined : { accessToken, refreshToken }
}

function credentialsOf({ accessToken, accessTokenExpiryTime, refreshToken }: AntomBody): Credentials | undefined {
  if (accessToken === undefined) return undefined
  const kept: AntomCredentials = { accessToken, refreshToken }
  return {
    secret: JSON.stringify(kept),
    token: accessToken,
    // Without a refresh token it is used as long as it works.
    expiresAt: refreshToken === undefined ? null : instantOf(accessTokenExpiryTime),
  }
}

function instantOf(text: string | undefined): Temporal.Instant | null {
  try {
    return text === undefined ? null : Temporal.Instant.from(text)
  } catch {
    return null
  }
}

/** Refusals that say nothing about the token or the code. */
const TRANSIENT = new Set([
  'REQUEST_TRAFFIC_EXCEED_LIMIT',
  'UNKNOWN_EXCEPTION',
  'INVALID_SIGNATURE',
  'PROCESS_FAIL',
  'ACCESS_DENIED',
  'KEY_NOT_FOUND',
  'NO_INTERFACE_DEF',
])
/** The code was exchanged before and the response was lost: a notification names the token. */
const USED = new Set(['USED_CODE', 'AUTH_CODE_ALREADY_USED'])
const INVALID_TOKEN = new Set([
  'INVALID_ACCESS_TOKEN',
  'ACCESS_TOKEN_NOT_EXIST',
  'EXPIRED_ACCESS_TOKEN',
  'INVALID_TOKEN',
  'TOKEN_NOT_EXIST',
  'AUTHORIZATION_NOT_EXIST',
])

const isTokenInvalid = (body: AntomBody | undefined): boolean =>
  body?.result?.resultStatus === 'F' && INVALID_TOKEN.has(body.result.resultCode ?? '')

function reportOfExchange(body: AntomBody | undefined, mandateCode: MandateCode): MandateReport {
  const { result } = body ?? {}
  if (body && result?.resultStatus === 'S') return granted(body, mandateCode)
  if (result?.resultStatus !== 'F' || TRANSIENT.has(result.resultCode ?? '')) return { state: 'unknown' }
  return { state: USED.has(result.resultCode ?? '') ? 'open' : 'declined' }
}

/** @returns `ended` when the refresh token was refused for good */
function reportOfRefresh(body: AntomBody | undefined): MandateReport {
  const { result } = body ?? {}
  if (body && result?.resultStatus === 'S') return granted(body)
  const isFinal = result?.resultStatus === 'F' && !TRANSIENT.has(result.resultCode ?? '')
  return { state: isFinal ? 'ended' : 'unknown' }
}

function granted(body: AntomBody, mandateCode?: MandateCode): MandateReport {
  const credentials = credentialsOf(body)
  if (!credentials) return { state: 'unknown' }
  return { state: 'active', payerReference: payerOf(body) ?? mandateCode?.payerReference, credentials }
}

/** A masked login (`185****1234`) belongs to several payers. */
const payerOf = ({ userId, userLoginId, pspCustomerInfo }: Partial<AntomBody>): string | undefined =>
  [userId, pspCustomerInfo?.pspCustomerId, userLoginId].find((name) => name !== undefined && !name.includes('*'))

const ENDED = new Set(['CANCELED', 'CANCELLED', 'REVOKED', 'INVALID', 'INACTIVE', 'CLOSED'])
const VALID = new Set(['ACTIVE', 'ACTIVATED', 'VALID', 'SUCCESS'])

/** By `authorizations/query`. `mandateCode`: the payer is named by the callback only. */
function reportOfToken(body: AntomBody | undefined, mandateCode?: MandateCode): MandateReport {
  if (isTokenInvalid(body)) return { state: 'ended' }
  const { result, tokenStatusType = '' } = body ?? {}
  if (!body || result?.resultStatus !== 'S') return { state: 'unknown' }
  if (ENDED.has(tokenStatusType)) return { state: 'ended' }
  if (!VALID.has(tokenStatusType)) return { state: 'unknown' }
  return mandateCode ? granted(body, mandateCode) : { state: 'active' }
}

/** Refusals after which the same charge may succeed, or may have succeeded. */
const UNSETTLED = new Set([
  'REQUEST_TRAFFIC_EXCEED_LIMIT',
  'UNKNOWN_EXCEPTION',
  'INVALID_SIGNATURE',
  'REPEAT_REQ_INCONSISTENT',
  'ACCESS_DENIED',
  'KEY_NOT_FOUND',
])

function reportOfCharge(body: AntomBody | undefined): ChargeReport {
  const { result } = body ?? {}
  if (isTokenInvalid(body)) return { state: 'failed', because: 'credentials' }
  if (!body || result?.resultStatus === undefined) return { state: 'unknown' }
  if (result.resultStatus === 'F') return { state: UNSETTLED.has(result.resultCode ?? '') ? 'unknown' : 'failed' }
  if (result.resultStatus === 'U' && result.resultCode !== 'PAYMENT_IN_PROCESS') return { state: 'unknown' }
  return reportOfNotification(body)
}

const isAgreementId = (text: string | undefined): text is string => /^[0-9a-f]{32}$/.test(text ?? '')

/** @returns undefined for a notification that is not about a mandate of ours */
export function readAuthorization(body: Buffer): MandateNotice | undefined {
  const notification = parseObject<AntomBody>(body.toString()) ?? {}
  const { authorizationNotifyType, authState, authCode, accessToken } = notification
  const payer = { payerReference: payerOf(notification) }
  switch (authorizationNotifyType) {
    case 'AUTHCODE_CREATED':
      return isAgreementId(authState) && authCode !== undefined
        ? { agreementId: authState, mandateCode: { code: authCode, ...payer } }
        : undefined
    case 'TOKEN_CREATED':
      return isAgreementId(authState) && accessToken !== undefined
        ? { agreementId: authState, mandateCode: { token: accessToken, ...payer } }
        : undefined
    case 'TOKEN_CANCELED':
      return accessToken === undefined ? undefined : { token: accessToken, isEnded: true }
    default:
      return undefined
  }
}
