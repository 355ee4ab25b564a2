import { useState } from 'react'
import { userProfile } from '#contract/accounts.ts'
import { DEFAULT_AREA_CODE } from '#contract/fields.ts'
import { grouped } from '#web/ui/form/phone.rules.ts'
import { useCall } from '#web/kit/use-call.ts'
import { keepCartText, readCartText, readDeliveryDraft } from '#web/viewer/payments/sale-draft.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { type DeliveryForm, readCart, withUnits, writeCart } from './order.rules.ts'

/** What is ordered of a sale in this tab: kept for a reload, Back and the login. */
export function useCart(saleId: string) {
  const [cart, setCart] = useState(() => readCart(readCartText(saleId)))

  function setUnits(goodsId: string, quantity: number): void {
    const next = withUnits(cart, goodsId, quantity)
    keepCartText(saleId, writeCart(next))
    setCart(next)
  }

  return { cart, setUnits }
}

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

/** Whose draft is read and kept: the member's number, nothing for a visitor. */
export const useDraftOwner = (): string => useSession().mobileno ?? ''

/** Where the order goes, as its owner typed it in this tab; a new one has the member's own name and number. */
export function readDelivery(owner: string, own: Partial<DeliveryFields> = {}): DeliveryFields {
  const draft = readDeliveryDraft(owner)
  const given = (name: keyof DeliveryForm) => draft[name] || own[name] || ''
  const texts = Object.fromEntries(NAMES.map((name) => [name, given(name)])) as DeliveryFields
  const method = given('method') === 'overseas' ? 'overseas' : 'pickup'
  return { ...texts, method, areaCode: given('areaCode') || DEFAULT_AREA_CODE }
}

/** The member's name and number: undefined until they are known, null for a visitor. */
export function useOwnDetails(): Partial<DeliveryFields> | null | undefined {
  const isVisitor = useSession().token === undefined
  const { data, isLoadingError } = useCall(userProfile, {}, { enabled: !isVisitor })
  if (isVisitor || isLoadingError) return null
  if (!data) return undefined
  const { name, areaCode, mobileno } = data.profile
  return { recipient: name, areaCode, mobileno: grouped(mobileno) }
}
