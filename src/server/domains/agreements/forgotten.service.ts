import { findAgreement, findNamed } from './agreements.repo.ts'
import type { AgreementsDeps } from './agreements-deps.ts'
import type { Agreements } from './ports.ts'

/**
 * Ends a mandate that has no agreement here. Only an operator can say that it is ours: another installation with the same credentials,
 * such as a restored copy, hears of the same mandates, and what PayPal has cancelled does not come back.
 */
export async function endAbandoned(
  { db, providers }: Pick<AgreementsDeps, 'db' | 'providers'>,
  { kind, agreementId, providerReference }: Parameters<Agreements['endAbandoned']>[0],
): ReturnType<Agreements['endAbandoned']> {
  const known =
    (await findAgreement(db, agreementId)) ?? (await findNamed(db, kind, { provider_reference: providerReference }))
  if (known) return 'known'
  const provider = providers.find((one) => one.kind === kind)
  if (provider?.mode !== 'push') return 'absent'
  const mandate = { agreementId, providerReference, credentials: null }
  const { state } = await provider.query(mandate)
  if (state === 'absent') return 'absent'
  if (state === 'unknown') return 'unanswered'
  return state === 'ended' || (await provider.end(mandate)) ? 'ended' : 'unanswered'
}
