import { useState } from 'react'
import { userProfile } from '#contract/accounts.ts'
import { DEFAULT_AREA_CODE } from '#contract/fields.ts'
import { useCall } from '#web/kit/use-call.ts'
import { SALE_DRAFTS } from '#web/viewer/payments/sale-draft.ts'
import { keepDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { type Cart, type DeliveryForm, readCart, withUnits, writeCart } from './order.rules.ts'

const readOwnCart = (saleId: string): Cart => {
  const { values } = readDraft(SALE_DRAFTS.cart)
  return values['saleId'] === saleId ? readCart(values['cart']) : {}
}

/** What is ordered of a sale in this tab: kept for a reload, Back and the login. */
export function useCart(saleId: string) {
  const [cart, setCart] = useState(() => readOwnCart(saleId))

  function setUnits(goodsId: string, quantity: number): void {
    const next = withUnits(cart, goodsId, quantity)
    keepDraft(SALE_DRAFTS.cart, { saleId, cart: writeCart(next) })
    setCart(next)
  }

  return { cart, setUnits }
}

export type OwnCart = ReturnType<typeof useCart>

/** The fields of the form, each as text. */
export type DeliveryFields = Record<keyof DeliveryForm, string>

const NAMES = [
  'recipient',
  'mobileno',
  'phone',
  'address',
  'lockerCode',
  'country',
  'postcode',
] as const satisfies readonly (keyof DeliveryForm)[]

/** Where the order goes, as it was typed; a new one has the member's own name and number. */
export function readDelivery(own?: Partial<DeliveryFields>): DeliveryFields {
  const { values } = readDraft(SALE_DRAFTS.delivery)
  const given = (name: keyof DeliveryForm) => values[name] ?? own?.[name] ?? ''
  const texts = Object.fromEntries(NAMES.map((name) => [name, given(name)])) as DeliveryFields
  const method = given('method') === 'overseas' ? 'overseas' : 'pickup'
  return { ...texts, method, areaCode: given('areaCode') || DEFAULT_AREA_CODE }
}

export const keepDelivery = (fields: DeliveryFields): void => keepDraft(SALE_DRAFTS.delivery, fields)

/** The member's name and number: undefined until they are known, null for a visitor. */
export function useOwnDetails(): Partial<DeliveryFields> | null | undefined {
  const isVisitor = useSession().token === undefined
  const { data, isError } = useCall(userProfile, {}, { enabled: !isVisitor })
  if (isVisitor || isError) return null
  if (!data) return undefined
  const { name, areaCode, mobileno } = data.profile
  return { recipient: name, areaCode, mobileno }
}
