import { useCallContext } from '#web/kit/call-context.ts'
import { formatDay, formatTime, lastMoment } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'

/** Why a month lasts longer, on its last day, than the charge of the next one seems to say. Undefined for charges on other days. */
export function useChargeTimes(chargeAt: string | null | undefined, endsAt: string): string | undefined {
  const { chargeTimes } = useText('plans')
  const { language } = useCallContext()
  const last = lastMoment(endsAt)
  if (!chargeAt || formatDay(chargeAt, language) !== formatDay(last, language)) return undefined
  return chargeTimes(formatTime(chargeAt, language), formatTime(last, language))
}
