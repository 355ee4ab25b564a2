import { deriveKey } from '#server/kit/keys.ts'
import { credentialsHashOf } from './agreement-ids.rules.ts'
import { findAgreement, findNamed } from './agreements.repo.ts'
import { type AgreementsDeps, mandateOf, providerOf } from './agreements-deps.ts'
import type { StoredAgreement } from './agreements-model.ts'
import type { MandateCode, MandateCallbacks, MandateNotice } from './ports.ts'
import type { Reports } from './reports.service.ts'

/** Applies what providers call back about agreements, once it is verified and stored (webhooks). */
export function createNotices(deps: AgreementsDeps & { reports: Reports }) {
  const { db, log, masterKey, reports } = deps
  const key = deriveKey(masterKey, 'agreements')
  return { handleCallback }

  /** Applies a verified callback. Rejects to be repeated. */
  async function handleCallback({ kind, read }: MandateCallbacks, body: Buffer): Promise<void> {
    const notice = read(body)
    if (!notice) return
    const agreement = await named(kind, notice)
    // A token that was replaced, or never became ours, may be cancelled.
    if (!agreement && notice.isEnded) return
    if (!agreement) {
      // Ours, and made after the backup that was restored; or that of another installation with the same credentials.
      log.error(
        { kind, agreementId: notice.agreementId, providerReference: notice.providerReference },
        'callback of an unknown agreement',
      )
      throw new Error('callback of an unknown agreement')
    }
    if (isOther(agreement, notice)) return endOther(agreement, notice)
    if (notice.mandateCode) return exchange(agreement, notice.mandateCode)
    if (notice.isEnded) {
      await reports.apply(agreement.agreementId, { state: 'ended' })
      return
    }
    // The provider is asked: what is said may be older than what we have done since.
    const { agreement: now, answered } = await reports.check(agreement)
    if (!answered) throw new Error('the provider does not answer')
    if (!notice.providerCharge) return
    if (now.state === 'setup') throw new Error('a charge of an agreement that is not approved')
    await reports.recordProviderCharge(now, notice.providerCharge)
  }

  async function named(
    kind: MandateCallbacks['kind'],
    { agreementId, providerReference, token }: MandateNotice,
  ): Promise<StoredAgreement | undefined> {
    const own = agreementId === undefined ? undefined : await findAgreement(db, agreementId)
    if (own) return own.kind === kind ? own : undefined
    if (providerReference !== undefined) return findNamed(db, kind, { provider_reference: providerReference })
    if (token !== undefined) return findNamed(db, kind, { credentials_hash: credentialsHashOf(token) })
    return undefined
  }

  /**
   * Its provider has two mandates under one id of ours: one was made before a restore, and lost with it. Only the one that we know may
   * charge: the other is ended, and what it charged is returned.
   */
  async function endOther(
    agreement: StoredAgreement,
    { providerReference, providerCharge }: OtherNotice,
  ): Promise<void> {
    const { agreementId } = agreement
    log.error({ agreementId, providerReference }, 'a mandate that is not the one of its agreement')
    const provider = providerOf(deps, agreement)
    if (!provider || !(await provider.end({ agreementId, providerReference, credentials: null })))
      throw new Error('the provider does not answer')
    if (providerCharge) await reports.recordOtherProviderCharge(agreement, providerCharge, providerReference)
  }

  /** pull: makes a token of what the payer's approval gave. */
  async function exchange(agreement: StoredAgreement, mandateCode: MandateCode): Promise<void> {
    const provider = providerOf(deps, agreement)
    // A code that nobody exchanges expires; a token exists, and has to be ended.
    const isOver = agreement.state !== 'setup' && 'code' in mandateCode
    if (isOver || agreement.activatedAt || agreement.endedAt) return
    if (provider?.mode !== 'pull') throw new Error('the provider is not configured')
    const report = await provider.exchange(mandateOf(agreement, key), mandateCode)
    if (report.state === 'unknown') throw new Error('the provider does not answer')
    await reports.apply(agreement.agreementId, report)
  }
}

type OtherNotice = MandateNotice & { readonly providerReference: string }

const isOther = ({ mode, providerReference }: StoredAgreement, notice: MandateNotice): notice is OtherNotice =>
  mode === 'push' &&
  providerReference !== null &&
  notice.providerReference !== undefined &&
  notice.providerReference !== providerReference
