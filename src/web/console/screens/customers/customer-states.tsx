import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Pill } from '../../widgets/pill.tsx'
import styles from './customers.module.css'

interface CustomerStatesProps {
  isBlocked: boolean
  isClosing: boolean
  lockedUntil?: string | null
  heldUntil?: string | null
}

/** What is out of the ordinary, or that nothing is. */
export function CustomerStates({ isBlocked, isClosing, lockedUntil, heldUntil }: CustomerStatesProps) {
  const { states } = useText('consoleCustomers')
  const { language } = useCallContext()
  const isNormal = !isBlocked && !isClosing && !lockedUntil && !heldUntil
  return (
    <span className={styles.states}>
      {isNormal ? (
        <Pill tone="ok" hasDot>
          {states.normal}
        </Pill>
      ) : null}
      {isBlocked ? (
        <Pill tone="bad" hasDot>
          {states.blocked}
        </Pill>
      ) : null}
      {isClosing ? (
        <Pill tone="warn" hasDot>
          {states.closing}
        </Pill>
      ) : null}
      {lockedUntil ? (
        <Pill tone="warn" hasDot>
          {states.locked(formatInstant(lockedUntil, language))}
        </Pill>
      ) : null}
      {heldUntil ? (
        <Pill tone="blue" hasDot>
          {states.held(formatInstant(heldUntil, language))}
        </Pill>
      ) : null}
    </span>
  )
}
