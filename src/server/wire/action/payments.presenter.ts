import type { Order } from '#server/domains/payments/index.ts'
import { wireInstant } from '../instants.ts'

/** What the payer of an order, or of an agreement, does next. */
export function toNextAction({ nextAction, expiresAt, sandbox }: Pick<Order, 'nextAction' | 'expiresAt' | 'sandbox'>) {
  if (!nextAction) return {}
  const { type, url, qrText, fields } = nextAction
  const optional = {
    ...(qrText && { qrText }),
    ...(fields && { fields: { ...fields } }),
    ...(qrText && sandbox && { sandbox }),
  }
  return { nextAction: { type, url, expiresAt: wireInstant(expiresAt), ...optional } }
}
