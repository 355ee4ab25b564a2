import { useSearchParams } from '#web/kit/router.tsx'
import { RENEWING_KINDS } from '#contract/plans.ts'
import { ResultScreen, UnknownOrder } from '#web/features/payments/result-screen.tsx'
import { AgreementResultScreen } from '#web/features/plans/agreement-result-screen.tsx'

/** The values of `type` that stand for an agreement (SPEC 2: `?type=alipay&outTradeNo`). */
const AGREEMENT_TYPES: ReadonlySet<string> = new Set(['agreement', ...RENEWING_KINDS])

/**
 * `/subscription-result?type&outTradeNo`: the result of an agreement or of a payment. `type` only says which is looked for first: what
 * the order is, and how it stands, is the server's answer.
 */
export function ResultPage() {
  const [query] = useSearchParams()
  const isAgreement = AGREEMENT_TYPES.has(query.get('type') ?? '')
  const unknown = <UnknownOrder />
  return isAgreement ? (
    <AgreementResultScreen whenUnknown={<ResultScreen whenUnknown={unknown} />} />
  ) : (
    <ResultScreen whenUnknown={<AgreementResultScreen whenUnknown={unknown} />} />
  )
}
