import type { Order } from '#server/domains/payments/index.ts'
import { wireInstant } from '../instants.ts'

export function toNextAction({ nextAction, expiresAt }: Pick<Order, 'nextAction' | 'expiresAt'>) {
  if (!nextAction) return {}
  const { type, url, qrText, fields } = nextAction
  const optional = { ...(qrText && { qrText }), ...(fields && { fields: { ...fields } }) }
  return { nextAction: { type, url, expiresAt: wireInstant(expiresAt), ...optional } }
}
