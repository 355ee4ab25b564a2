import { VOD_TYPES, type VodType } from '#contract/vod-types.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Pill, type Tone } from '../../widgets/pill.tsx'

const TONES = {
  'FREE TO WATCH': 'ok',
  'VIP UNLIMITED WATCH': 'warn',
  'MOVIE VOUCHER': 'pink',
  'PAY PER RENT': 'blue',
} as const satisfies Record<VodType, Tone>

/** How a title is paid for, cheapest first. */
export function TitlePrice({ vodTypes, credits }: { vodTypes: readonly VodType[]; credits: number }) {
  const text = useText('consoleTitles')
  const { language } = useCallContext()
  return VOD_TYPES.filter((type) => vodTypes.includes(type)).map((type) => (
    <Pill key={type} tone={TONES[type]}>
      {type === 'PAY PER RENT' && credits > 0 ? text.credits(formatNumber(credits, language)) : text.vodTypes[type]}
    </Pill>
  ))
}
