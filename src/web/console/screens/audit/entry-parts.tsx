import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ChangedFields, textKey } from '../../widgets/changes.tsx'
import type { Entry } from './entry.ts'
import styles from './audit.module.css'

/** To the second: the order of entries is evidence. */
export function EntryTime({ at }: { at: string }) {
  const { language } = useCallContext()
  const { hongKong } = useShellText()
  const seconds = new Date(at).getUTCSeconds().toString().padStart(2, '0')
  const time = `${formatInstant(at, language)}:${seconds}`
  return (
    <time className={styles.time} dateTime={at} title={hongKong(time)}>
      {time}
    </time>
  )
}

/** `operator:ab12`: the noun in words, the id as it is. */
export function Subject({ subject }: { subject: string }) {
  const { subjects } = useText('consoleActions')
  const [noun = '', ...rest] = subject.split(':')
  const name = rest.length > 0 ? subjects[textKey(noun)] : undefined
  return (
    <span className={styles.subject}>
      {name ? (
        <>
          {name} <code>{rest.join(':')}</code>
        </>
      ) : (
        <code>{subject}</code>
      )}
    </span>
  )
}

export function Change({ entry: { before, after, reason } }: { entry: Entry }) {
  const isChange = before !== null || after !== null
  return isChange ? <ChangedFields before={before} after={after} isShort /> : <span>{reason}</span>
}
