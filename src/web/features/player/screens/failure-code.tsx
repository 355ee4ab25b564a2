import { helpErrorLink } from '#web/viewer/navigation/help-links.ts'
import { useSession } from '#web/viewer/session/session.ts'
import styles from './failure-code.module.css'
import { usePlayerText } from './player-text.ts'

/** A code to quote, with the way to its page in the help centre, which children do not have. */
export function FailureCode({ code }: { code: string }) {
  const { failure } = usePlayerText()
  const isKids = useSession().pattern === 'children'
  return (
    <span className={styles.code}>
      {failure.code(code)}
      {isKids ? null : <a href={helpErrorLink(code)}>{failure.help}</a>}
    </span>
  )
}
