import type { NextAction } from '#contract/payments.ts'

/**
 * What the page does with a payment's next action: leaves for the provider's page, posts a form to it, shows a QR code, or offers
 * a link to the app (on a phone, which cannot scan its own screen). `none`: nothing usable; only the status can be awaited.
 */
export type PaymentStep =
  | { kind: 'leave'; url: string }
  | { kind: 'post'; url: string; fields: Readonly<Record<string, string>> }
  | { kind: 'qr'; text: string; url: string | undefined; expiresAt: string }
  | { kind: 'app'; url: string; expiresAt: string }
  | { kind: 'none' }

/** The step for this device. A QR code on a phone becomes its link, or without one is shown to be scanned by another device. */
export function paymentStep(action: NextAction | undefined, { isPhone }: { isPhone: boolean }): PaymentStep {
  if (!action) return { kind: 'none' }
  const { type, qrText, fields = {}, expiresAt } = action
  const url = isWebAddress(action.url) ? action.url : undefined
  if (type === 'redirect') return url ? { kind: 'leave', url } : { kind: 'none' }
  if (type === 'form') return url ? { kind: 'post', url, fields } : { kind: 'none' }
  if (type === 'app' && isAppAddress(action.url)) return { kind: 'app', url: action.url, expiresAt }
  if (type === 'qr' && isPhone && url) return { kind: 'app', url, expiresAt }
  return type === 'qr' && qrText ? { kind: 'qr', text: qrText, url, expiresAt } : { kind: 'none' }
}

/** A page on the web. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

/** A page on the web or the link of an app; never a script. */
const isAppAddress = (url: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(url) && !/^(javascript|data|vbscript):/i.test(url)
