import {
  type Context,
  DELAY_MINUTES,
  findMandate,
  findPayment,
  newProviderId,
  queueCallback,
  type SandboxMandate,
  type SandboxPayment,
} from './sandbox-provider.ts'

const LIFETIME_MS = 30 * 60_000
/** A token is to be refreshed within this time. */
const TOKEN_MS = 180 * 24 * 3_600_000

interface ConsultRequest {
  authNotifyUrl?: string
  customerBelongsTo?: string
  authRedirectUrl?: string
  scopes?: string[]
  authState?: string
  amount?: Amount
  env?: { terminalType?: string }
}

export const isTerminal = (env: { terminalType?: string } | undefined): boolean =>
  ['WEB', 'WAP'].includes(env?.terminalType ?? '')

/** The page of an authorization: the same for each consultation of the same `authState`. */
function consult(context: Context, body: ConsultRequest): object {
  const { authRedirectUrl = '', authState = '', env, amount, authNotifyUrl } = body
  const isRight =
    body.customerBelongsTo === 'ALIPAY_HK' &&
    body.scopes?.includes('AGREEMENT_PAY') &&
    /^[\w-]{1,256}$/.test(authState) &&
    /^https?:.{1,1016}$/.test(authRedirectUrl) &&
    centsOf(amount) !== undefined &&
    isTerminal(env)
  if (!isRight) return failed('PARAM_ILLEGAL')
  const known = findMandate(context, 'antom', { agreementId: authState })
  const { id } = known ?? open(context, { authRedirectUrl, authState, amount, authNotifyUrl })
  const page = `${context.url()}/antom/authorize?id=${id}`
  if (env?.terminalType === 'WAP') return { ...succeeded(), normalUrl: page, applinkUrl: page }
  const codeValue = `${context.url()}/antom/authorize/scan?id=${id}`
  return { ...succeeded(), authUrl: page, authCodeForm: { codeDetails: [{ codeValue, displayType: 'TEXT' }] } }
}

interface Opening {
  readonly authRedirectUrl: string
  readonly authState: string
  readonly amount: Amount | undefined
  readonly authNotifyUrl: string | undefined
}

function open(context: Context, { authRedirectUrl, authState, amount, authNotifyUrl }: Opening): SandboxMandate {
  const id = newProviderId(24)
  const mandate: SandboxMandate = {
    provider: 'antom',
    id,
    agreementId: authState,
    request: authState,
    amountCents: centsOf(amount) ?? 0,
    currency: amount?.currency ?? 'HKD',
    description: '自動扣款授權 Auto debit',
    returnUrl: authRedirectUrl,
    cancelUrl: authRedirectUrl,
    notifyUrl: authNotifyUrl,
    createdAt: context.now(),
    expiresAt: context.now() + LIFETIME_MS,
    state: 'open',
    scenario: 'approve',
    payer: `payer-${id.slice(0, 8)}`,
    charges: 'succeed',
    sales: [],
  }
  context.state.mandates.push(mandate)
  return mandate
}

interface TokenRequest {
  grantType?: string
  authCode?: string
  refreshToken?: string
}

function applyToken(context: Context, { grantType, authCode, refreshToken }: TokenRequest): object {
  if (grantType === 'AUTHORIZATION_CODE') {
    const mandate = authCode ? findMandate(context, 'antom', { authCode }) : undefined
    if (!mandate || mandate.state !== 'active') return failed('INVALID_CODE')
    if (mandate.isCodeUsed) return failed('USED_CODE')
    mandate.isCodeUsed = true
    const answer = issue(context, mandate)
    tell(context, mandate, {
      authorizationNotifyType: 'TOKEN_CREATED',
      authState: mandate.agreementId,
      accessToken: mandate.accessToken,
      userLoginId: mandate.payer,
    })
    return answer
  }
  const mandate = refreshToken ? findMandate(context, 'antom', { refreshToken }) : undefined
  if (grantType !== 'REFRESH_TOKEN' || !mandate || mandate.state !== 'active') return failed('INVALID_REFRESH_TOKEN')
  return issue(context, mandate)
}

function issue(context: Context, mandate: SandboxMandate): object {
  mandate.accessToken = newProviderId(40)
  mandate.refreshToken = newProviderId(40)
  mandate.tokenExpiresAt = context.now() + TOKEN_MS
  return { ...succeeded(), ...tokenOf(mandate), userLoginId: mandate.payer }
}

const timeOf = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()

const tokenOf = ({ accessToken, refreshToken, tokenExpiresAt = 0 }: SandboxMandate) => ({
  accessToken,
  accessTokenExpiryTime: timeOf(tokenExpiresAt),
  refreshToken,
  refreshTokenExpiryTime: timeOf(tokenExpiresAt + TOKEN_MS),
})

/** @returns the code of what is wrong with a token */
function problemOf(context: Context, mandate: SandboxMandate | undefined): string | undefined {
  if (!mandate) return 'INVALID_ACCESS_TOKEN'
  return (mandate.tokenExpiresAt ?? 0) <= context.now() ? 'EXPIRED_ACCESS_TOKEN' : undefined
}

const byToken = (context: Context, accessToken: string | undefined): SandboxMandate | undefined =>
  accessToken ? findMandate(context, 'antom', { accessToken }) : undefined

function queryToken(context: Context, { accessToken }: { accessToken?: string }): object {
  const mandate = byToken(context, accessToken)
  const problem = problemOf(context, mandate)
  if (!mandate || problem) return failed(problem ?? '')
  const tokenStatusType = mandate.state === 'active' ? 'ACTIVE' : 'CANCELED'
  return { ...succeeded(), ...tokenOf(mandate), tokenStatusType }
}

function revoke(context: Context, { accessToken }: { accessToken?: string }): object {
  const mandate = byToken(context, accessToken)
  if (!mandate) return failed('INVALID_ACCESS_TOKEN')
  endAuthorization(context, mandate)
  return succeeded()
}

/** Ended by the payer in the wallet, or by the merchant: both are told. */
export function endAuthorization(context: Context, mandate: SandboxMandate): void {
  if (mandate.state === 'ended') return
  mandate.state = 'ended'
  tell(context, mandate, { authorizationNotifyType: 'TOKEN_CANCELED', accessToken: mandate.accessToken })
}

export interface AgreementCharge {
  paymentRequestId?: string
  paymentAmount?: Amount
  order?: Order
  paymentMethod?: { paymentMethodType?: string; paymentMethodId?: string }
  paymentNotifyUrl?: string
}

/** A charge by a token: the payer is not asked. */
export function chargeAuthorization(context: Context, body: AgreementCharge): object {
  const { paymentRequestId = '', paymentAmount, paymentMethod } = body
  const amountCents = centsOf(paymentAmount)
  const isWallet = paymentMethod?.paymentMethodType === 'ALIPAY_HK'
  if (!/^[\w-]{1,64}$/.test(paymentRequestId) || !amountCents || !isOrder(body.order) || !isWallet)
    return failed('PARAM_ILLEGAL')
  const known = findPayment(context, 'antom', { orderId: paymentRequestId })
  const request = JSON.stringify([paymentAmount, 'AGREEMENT_PAYMENT'])
  if (known) return known.request === request ? resultOf(known) : failed('REPEAT_REQ_INCONSISTENT')
  const mandate = byToken(context, paymentMethod.paymentMethodId)
  const problem = mandate?.state === 'active' ? problemOf(context, mandate) : 'INVALID_ACCESS_TOKEN'
  if (!mandate || problem) return failed(problem ?? 'INVALID_ACCESS_TOKEN')
  const isDeclined = mandate.charges === 'decline'
  const payment: SandboxPayment = {
    provider: 'antom',
    id: newProviderId(24),
    orderId: paymentRequestId,
    request,
    amountCents,
    currency: paymentAmount?.currency ?? '',
    description: body.order?.orderDescription ?? '',
    returnUrl: '',
    cancelUrl: '',
    notifyUrl: body.paymentNotifyUrl,
    createdAt: context.now(),
    expiresAt: context.now() + LIFETIME_MS,
    state: isDeclined ? 'declined' : 'paid',
    scenario: mandate.scenario,
    paidCents: mandate.charges === 'wrongAmount' ? amountCents - 100 : amountCents,
    refunds: [],
  }
  context.state.payments.push(payment)
  queueCallback(context, payment, { body: paymentNotification(payment, isDeclined ? 'F' : 'S') })
  return resultOf(payment)
}

function resultOf(payment: SandboxPayment): object {
  if (payment.state === 'declined') return failed('USER_BALANCE_NOT_ENOUGH')
  if (payment.state !== 'paid') return failed('ORDER_IS_CLOSED')
  const { orderId: paymentRequestId, id: paymentId, paidCents, currency } = payment
  return { ...succeeded(), paymentRequestId, paymentId, paymentAmount: { currency, value: String(paidCents) } }
}

/** The payer has decided in the wallet. */
export function decideAuthorization(context: Context, mandate: SandboxMandate): void {
  const { scenario } = mandate
  if (scenario === 'decline') mandate.state = 'declined'
  else if (scenario === 'forged') {
    const body = notice({
      authorizationNotifyType: 'AUTHCODE_CREATED',
      authState: mandate.agreementId,
      authCode: 'forged',
    })
    queueCallback(context, mandate, { body, forged: true })
  } else if (scenario === 'delay') {
    mandate.state = 'processing'
    mandate.completesAt = context.now() + DELAY_MINUTES * 60_000
  } else approveAuthorization(context, mandate)
}

export function approveAuthorization(context: Context, mandate: SandboxMandate): void {
  mandate.state = 'active'
  mandate.completesAt = undefined
  mandate.authCode = newProviderId(32)
  const { agreementId: authState, authCode } = mandate
  tell(context, mandate, { authorizationNotifyType: 'AUTHCODE_CREATED', authState, authCode })
}

const notice = (fields: object) => JSON.stringify({ ...fields, ...succeeded() })

const tell = (context: Context, mandate: SandboxMandate, fields: object) =>
  queueCallback(context, mandate, { body: notice(fields) })

/** The calls about authorizations, below the version. */
export const AUTHORIZATION_CALLS = {
  'authorizations/consult': consult,
  'authorizations/applyToken': applyToken,
  'authorizations/query': queryToken,
  'authorizations/revoke': revoke,
} as const

/** An amount in minor units: HK$1 is `"100"`. */
export interface Amount {
  currency?: string
  value?: string
}

export interface Order {
  referenceOrderId?: string
  orderDescription?: string
  orderAmount?: Amount
}

export const isOrder = ({ referenceOrderId = '', orderDescription = '', orderAmount }: Order = {}): boolean =>
  /^.{1,64}$/.test(referenceOrderId) &&
  orderDescription.length > 0 &&
  orderDescription.length <= 256 &&
  centsOf(orderAmount) !== undefined

export const succeeded = () => ({ result: { resultStatus: 'S', resultCode: 'SUCCESS', resultMessage: 'success' } })
export const failed = (resultCode: string) => ({
  result: { resultStatus: 'F', resultCode, resultMessage: resultCode },
})

export const centsOf = (amount: Amount | undefined): number | undefined =>
  /^[A-Z]{3}$/.test(amount?.currency ?? '') && /^\d{1,10}$/.test(amount?.value ?? '')
    ? Number(amount?.value)
    : undefined

/** The notification of a payment. */
export const paymentNotification = (
  { orderId, id, paidCents, currency }: { orderId: string; id: string; paidCents: number; currency: string },
  resultStatus: 'S' | 'F',
): string =>
  JSON.stringify({
    notifyType: 'PAYMENT_RESULT',
    result: {
      resultStatus,
      resultCode: resultStatus === 'S' ? 'SUCCESS' : 'USER_BALANCE_NOT_ENOUGH',
      resultMessage: '',
    },
    paymentRequestId: orderId,
    paymentId: id,
    paymentAmount: { currency, value: String(paidCents) },
  })
