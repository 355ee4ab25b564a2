/** What kind of device a page was seen on. */
export type DeviceClass = 'phone' | 'tablet' | 'desktop' | 'unknown'

/** Reads the request context's own words for the device (SPEC section 3); nothing else of it is kept. */
export function deviceClassOf({
  deviceModel = '',
  osVersion = '',
}: {
  deviceModel?: string | undefined
  osVersion?: string | undefined
}): DeviceClass {
  const words = `${deviceModel} ${osVersion}`
  if (/ipad|tablet/i.test(words)) return 'tablet'
  if (/iphone|ipod|mobile|phone/i.test(words)) return 'phone'
  if (/android/i.test(words)) return 'phone'
  if (/windows|mac|linux|cros|x11|desktop/i.test(words)) return 'desktop'
  return 'unknown'
}
