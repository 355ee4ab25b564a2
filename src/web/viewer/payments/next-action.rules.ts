import type { NextAction } from '#contract/payments.ts'

/** `none`: nothing usable, so only the status can be awaited. */
export type PaymentStep =
  | { kind: 'leave'; url: string }
  | { kind: 'post'; url: string; fields: Readonly<Record<string, string>> }
  | { kind: 'qr'; text: string; url: string | undefined; sandboxUrl?: string; expiresAt: string }
  | { kind: 'app'; url: string; expiresAt: string }
  | { kind: 'none' }

/** A phone cannot scan its own screen: a QR code becomes its link there. */
export function paymentStep(action: NextAction | undefined, { isPhone }: { isPhone: boolean }): PaymentStep {
  if (!action) return { kind: 'none' }
  const { type, qrText, fields = {}, sandbox, expiresAt } = action
  const url = isWebAddress(action.url) ? action.url : undefined
  if (type === 'redirect') return url ? { kind: 'leave', url } : { kind: 'none' }
  if (type === 'form') return url ? { kind: 'post', url, fields } : { kind: 'none' }
  if (type === 'app' && isAppAddress(action.url)) return { kind: 'app', url: action.url, expiresAt }
  if (type === 'qr' && isPhone && url) return { kind: 'app', url, expiresAt }
  if (type !== 'qr' || !qrText) return { kind: 'none' }
  const sandboxUrl = sandbox && isWebAddress(qrText) ? qrText : undefined
  return { kind: 'qr', text: qrText, url, ...(sandboxUrl && { sandboxUrl }), expiresAt }
}

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

/** Never a script. */
const isAppAddress = (url: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(url) && !/^(javascript|data|vbscript):/i.test(url)
