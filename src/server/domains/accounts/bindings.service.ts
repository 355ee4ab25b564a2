import { AppError } from '#contract/errors.ts'
import type { TelecomPartner } from '#contract/telecom-partners.ts'
import type { Db } from '#server/kit/db.ts'
import { PARTNERS } from './accounts-model.ts'
import { insertBinding, updatePartner } from './accounts.repo.ts'

export interface NewBinding {
  readonly accountId: string
  readonly partner: TelecomPartner
  readonly at: Temporal.Instant
}

/** Binds an account of the site to a telecom partner; one of any other partner keeps it. */
export async function bindPartner(tx: Db, { accountId, partner, at }: NewBinding): Promise<'bound' | 'same' | 'other'> {
  const before = await updatePartner(tx, { accountId, from: PARTNERS.site, to: partner })
  if (before === undefined) throw new AppError('SESSION_ENDED')
  if (before === partner) return 'same'
  if (before !== PARTNERS.site) return 'other'
  await insertBinding(tx, { accountId, partner, at })
  return 'bound'
}
