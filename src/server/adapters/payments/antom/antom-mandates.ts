import type { ProviderOrder } from '#server/domains/payments/ports.ts'
import type {
  ChargeReport,
  MandateCode,
  Mandate,
  MandateCreation,
  MandateReport,
  NewMandate,
  PullProvider,
} from '#server/domains/agreements/ports.ts'
import type { AntomClient, AntomOptions } from './antom-client.ts'
import { toAntomAmount } from './antom.rules.ts'
import {
  creationOfConsult,
  isTokenInvalid,
  readCredentials,
  reportOfCharge,
  reportOfExchange,
  reportOfRefresh,
  reportOfToken,
} from './antom-mandates.rules.ts'

const WALLET = 'ALIPAY_HK'
const TERMINAL = { web: 'WEB', wap: 'WAP' } as const

/** AlipayHK by Auto Debit: the payer authorizes, we charge by the token. Our agreement's id is the `authState`. */
export function createAntomMandates(options: AntomOptions, call: AntomClient): PullProvider {
  const setup = async (mandate: NewMandate): Promise<MandateCreation> =>
    creationOfConsult(await call('authorizations/consult', consultBody(mandate)), mandate.terminal)

  /** Before a token exists there is nothing to ask about: approval comes as a notification. */
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

  /** A refresh whose answer was lost may have used the refresh token up: the mandate is over only if its token is, too. */
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

const consultBody = ({ agreementId, amountCents, currency, terminal, continueUrl }: NewMandate): object => ({
  customerBelongsTo: WALLET,
  authRedirectUrl: continueUrl,
  scopes: ['AGREEMENT_PAY'],
  authState: agreementId,
  // What is charged in each period.
  amount: toAntomAmount(amountCents, currency),
  env: { terminalType: TERMINAL[terminal] },
  terminalType: TERMINAL[terminal],
})

function chargeBody(
  { orderId, amountCents, currency, description }: ProviderOrder & { readonly description: string },
  { accessToken, notifyUrl }: { accessToken: string; notifyUrl: string | undefined },
): object {
  const amount = toAntomAmount(amountCents, currency)
  return {
    productCode: 'AGREEMENT_PAYMENT',
    paymentRequestId: orderId,
    order: { referenceOrderId: orderId, orderDescription: description, orderAmount: amount },
    paymentAmount: amount,
    paymentMethod: { paymentMethodType: WALLET, paymentMethodId: accessToken },
    ...(notifyUrl !== undefined && { paymentNotifyUrl: notifyUrl }),
  }
}
