import { dropDraft, keepDraft, readDraft } from '../session/form-draft.ts'

const CARTS = 'sale-carts'
const DELIVERY = 'sale-delivery'

export const readCartText = (saleId: string): string | undefined => readDraft(CARTS).values[saleId]

export const keepCartText = (saleId: string, cart: string): void =>
  keepDraft(CARTS, { ...readDraft(CARTS).values, [saleId]: cart })

/** `owner`: the member's number; a visitor's draft is found after the login. */
export function readDeliveryDraft(owner: string): Readonly<Record<string, string>> {
  const { values } = readDraft(DELIVERY)
  return values['owner'] === '' || values['owner'] === owner ? values : {}
}

export const keepDeliveryDraft = (owner: string, fields: Readonly<Record<string, string>>): void =>
  keepDraft(DELIVERY, { ...fields, owner })

export function dropSaleDrafts(saleId: string): void {
  const { [saleId]: _, ...others } = readDraft(CARTS).values
  keepDraft(CARTS, others)
  dropDraft(DELIVERY)
}
