/** An amount in minor units: HK$1 is `"100"`. */
export interface Amount {
  currency?: string
  value?: string
}

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
