import { dropDraft, keepDraft, readDraft } from '../session/form-draft.ts'

/** The carts of this tab by sale, as text, and where an order goes. */
const CARTS = 'sale-carts'
const DELIVERY = 'sale-delivery'

export const readCartText = (saleId: string): string | undefined => readDraft(CARTS).values[saleId]

export const keepCartText = (saleId: string, cart: string): void =>
  keepDraft(CARTS, { ...readDraft(CARTS).values, [saleId]: cart })

/** Where an order goes, as `owner` typed it: the member's number, or nothing for a visitor, whose draft the member finds after the login. */
export function readDeliveryDraft(owner: string): Readonly<Record<string, string>> {
  const { values } = readDraft(DELIVERY)
  return values['owner'] === '' || values['owner'] === owner ? values : {}
}

export const keepDeliveryDraft = (owner: string, fields: Readonly<Record<string, string>>): void =>
  keepDraft(DELIVERY, { ...fields, owner })

/** An order of a sale was paid: its cart is empty, and its address is forgotten. */
export function dropSaleDrafts(saleId: string): void {
  const { [saleId]: _, ...others } = readDraft(CARTS).values
  keepDraft(CARTS, others)
  dropDraft(DELIVERY)
}
