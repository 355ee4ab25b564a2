import { useSearchParams } from '#web/kit/router.tsx'
import { RENEWING_KINDS } from '#contract/plans.ts'
import { ResultScreen, UnknownOrder } from '#web/features/payments/result-screen.tsx'
import { AgreementResultScreen } from '#web/features/plans/agreement-result-screen.tsx'

/** SPEC 2: `?type=alipay&outTradeNo` */
const AGREEMENT_TYPES: ReadonlySet<string> = new Set(['agreement', ...RENEWING_KINDS])

/** `type` only says which is looked for first: what the order is, the server answers. */
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
