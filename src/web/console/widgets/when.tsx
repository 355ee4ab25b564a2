import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoment } from '#web/kit/format-day.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useShellText } from '../shell/shell-text.ts'

/** An instant in Hong Kong time; the whole of it, with the zone's name, on pointing at it. */
export function When({ at }: { at: string }) {
  const { language } = useCallContext()
  const { hongKong } = useShellText()
  return (
    <time dateTime={at} title={hongKong(formatMoment(at, language))}>
      {formatInstant(at, language)}
    </time>
  )
}
