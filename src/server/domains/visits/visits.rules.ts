import type { Language } from '#contract/languages.ts'
import { hongKongDay, startOfHongKongDay } from '#server/kit/instants.ts'

export type DeviceClass = 'phone' | 'tablet' | 'desktop' | 'unknown'

/** SPEC section 3. */
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

export type CountedDays = { oldest: Temporal.Instant | null; lastCounted: Temporal.PlainDate | null }

/** A day in Hong Kong. */
export type Day = { day: Temporal.PlainDate; from: Temporal.Instant; until: Temporal.Instant }

export function daysToCount({ oldest, lastCounted }: CountedDays, now: Temporal.Instant): Day[] {
  if (oldest === null) return []
  const today = hongKongDay(now)
  let day = hongKongDay(oldest)
  if (lastCounted && Temporal.PlainDate.compare(day, lastCounted) <= 0) day = lastCounted.add({ days: 1 })
  const days: Day[] = []
  for (; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 })) {
    days.push({ day, from: startOfHongKongDay(day), until: startOfHongKongDay(day.add({ days: 1 })) })
  }
  return days
}

export type PageView = {
  route: string
  language: Language
  device: { deviceModel?: string | undefined; osVersion?: string | undefined }
  utm: Partial<Record<'source' | 'medium' | 'campaign' | 'term' | 'content', string | undefined>>
}
