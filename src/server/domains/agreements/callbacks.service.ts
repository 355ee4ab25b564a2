import { credentialsHashOf } from './agreement-ids.rules.ts'
import type { StoredAgreement } from './agreement-states.rules.ts'
import { findAgreement, findNamed } from './agreements.repo.ts'
import {
  type AgreementsDeps,
  type MandateCallbacks,
  type MandateCode,
  type MandateNotice,
  mandateOf,
  providerOf,
} from './ports.ts'
import { applyReport, checkAgreement, recordOtherProviderCharge, recordProviderCharge } from './transitions.service.ts'

/** Applies a verified callback. Rejects to be repeated. */
export async function handleCallback(
  deps: AgreementsDeps,
  { kind, read }: MandateCallbacks,
  body: Buffer,
): Promise<void> {
  const notice = read(body)
  if (!notice) return
  const agreement = await findNoticed(deps, kind, notice)
  // A token that was replaced, or never became ours, may be cancelled.
  if (!agreement && notice.isEnded) return
  if (!agreement) {
    // Made after the backup that was restored; or by another installation with the same credentials.
    const { agreementId, providerReference } = notice
    deps.log.error({ kind, agreementId, providerReference }, 'callback of an unknown agreement')
    throw new Error('callback of an unknown agreement')
  }
  if (isOther(agreement, notice)) return endOther(deps, agreement, notice)
  if (notice.mandateCode) return exchange(deps, agreement, notice.mandateCode)
  if (notice.isEnded) {
    await applyReport(deps, agreement.agreementId, { state: 'ended' })
    return
  }
  // The provider is queried: the notice may be older than what we have done since.
  const { agreement: now, answered } = await checkAgreement(deps, agreement)
  if (!answered) throw new Error('the provider does not answer')
  if (!notice.providerCharge) return
  if (now.state === 'setup') throw new Error('a charge of an agreement that is not approved')
  await recordProviderCharge(deps, now, notice.providerCharge)
}

async function findNoticed(
  { db }: AgreementsDeps,
  kind: MandateCallbacks['kind'],
  { agreementId, providerReference, token }: MandateNotice,
): Promise<StoredAgreement | undefined> {
  const own = agreementId === undefined ? undefined : await findAgreement(db, agreementId)
  if (own) return own.kind === kind ? own : undefined
  if (providerReference !== undefined) return findNamed(db, kind, { provider_reference: providerReference })
  if (token !== undefined) return findNamed(db, kind, { credentials_hash: credentialsHashOf(token) })
  return undefined
}

type OtherNotice = MandateNotice & { readonly providerReference: string }

const isOther = ({ mode, providerReference }: StoredAgreement, notice: MandateNotice): notice is OtherNotice =>
  mode === 'push' &&
  providerReference !== null &&
  notice.providerReference !== undefined &&
  notice.providerReference !== providerReference

/**
 * The provider has two mandates under one id of ours, one from before a restore. Only the known one may charge: the other is ended, and
 * its charge returned.
 */
async function endOther(
  deps: AgreementsDeps,
  agreement: StoredAgreement,
  { providerReference, providerCharge }: OtherNotice,
): Promise<void> {
  const { agreementId } = agreement
  deps.log.error({ agreementId, providerReference }, 'a mandate that is not the one of its agreement')
  const provider = providerOf(deps, agreement)
  if (!provider || !(await provider.end({ agreementId, providerReference, credentials: null })))
    throw new Error('the provider does not answer')
  if (providerCharge) await recordOtherProviderCharge(deps, agreement, { providerCharge, providerReference })
}

async function exchange(deps: AgreementsDeps, agreement: StoredAgreement, mandateCode: MandateCode): Promise<void> {
  const provider = providerOf(deps, agreement)
  // A code that is not exchanged expires; a token exists, and has to be ended.
  const isOver = agreement.state !== 'setup' && 'code' in mandateCode
  if (isOver || agreement.activatedAt || agreement.endedAt) return
  if (provider?.mode !== 'pull') throw new Error('the provider is not configured')
  const report = await provider.exchange(mandateOf(deps, agreement), mandateCode)
  if (report.state === 'unknown') throw new Error('the provider does not answer')
  await applyReport(deps, agreement.agreementId, report)
}
