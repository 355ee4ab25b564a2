import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useShellText } from '../../shell/shell-text.ts'
import styles from './order.module.css'

/** To the second: the order of events is evidence. */
export function Moment({ at }: { at: string }) {
  const { language } = useCallContext()
  const { hongKong } = useShellText()
  const time = `${formatInstant(at, language)}:${new Date(at).getUTCSeconds().toString().padStart(2, '0')}`
  return (
    <time className={styles.time} dateTime={at} title={hongKong(time)}>
      {time}
    </time>
  )
}
