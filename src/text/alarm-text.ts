import type { HealthName } from '#contract/admin/health.ts'
import type { AlarmMessage } from '#contract/messages.ts'
import type { ConsoleHealthText } from './zh_HK/console-health.ts'

interface NumberFormats {
  readonly whole: (value: number) => string
  readonly tenths: (value: number) => string
}

const GIGABYTE = 1e9

/** The value of a line of health, with its unit. */
export function healthValue(
  { name, value }: { name: HealthName; value: number | null },
  text: ConsoleHealthText,
  { whole, tenths }: NumberFormats,
): string {
  if (name === 'fourEyes') return value === 0 ? text.off : text.on
  if (value === null) return name === 'backup' ? text.noBackup : text.notChecked
  if (name === 'disk') return text.free(whole(value / GIGABYTE))
  if (name === 'backup') return text.size(tenths(value / GIGABYTE))
  const count = whole(value)
  return name === 'ledger' || name === 'orders' ? text.differences(count) : text.items(count)
}

const FORMATS: NumberFormats = {
  whole: (value) => String(Math.round(value)),
  tenths: (value) => (Math.round(value * 10) / 10).toFixed(1),
}

/** An alarm or its end outside of the console. The time is Hong Kong's. */
export function alarmText(
  { event, name, nodeId, state, value, since }: AlarmMessage,
  text: ConsoleHealthText,
): { title: string; paragraphs: string[] } {
  const { label, advice } = text.lines[name]
  const facts = [
    healthValue({ name, value }, text, FORMATS),
    text.since(hongKongTime(since)),
    ...(nodeId === null ? [] : [text.alarm.node(nodeId)]),
  ]
  return {
    title: text.alarm.title(event === 'recovery' ? text.alarm.recovered : text.states[state], label),
    paragraphs: [text.alarm.sentence(facts), ...(event === 'recovery' ? [] : [advice])],
  }
}

/** `2026-11-21 12:00` */
function hongKongTime(instant: string): string {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO('Asia/Hong_Kong').toPlainDateTime()
  return time.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}
