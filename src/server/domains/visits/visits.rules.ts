/** The kind of device of a page view. */
export type DeviceClass = 'phone' | 'tablet' | 'desktop' | 'unknown'

/** Classifies the device from the request context (SPEC section 3). The context itself is not stored. */
export function deviceClassOf({
  deviceModel = '',
  osVersion = '',
}: {
  deviceModel?: string | undefined
  osVersion?: string | undefined
}): DeviceClass {
  const declared = `${deviceModel} ${osVersion}`
  if (/ipad|tablet/i.test(declared)) return 'tablet'
  if (/iphone|ipod|mobile|phone/i.test(declared)) return 'phone'
  if (/android/i.test(declared)) return 'phone'
  if (/windows|mac|linux|cros|x11|desktop/i.test(declared)) return 'desktop'
  return 'unknown'
}
