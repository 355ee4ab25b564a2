import type { Order } from '#server/domains/payments/index.ts'
import { wireInstant } from '../instants.ts'

/** The next action of the payer of an order or an agreement. */
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
