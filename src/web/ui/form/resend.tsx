import { useState } from 'react'
import { Button } from '../button.tsx'
import { CountdownRing } from './countdown-ring.tsx'
import styles from './resend.module.css'

export interface ResendProps {
  /** Seconds until a code may be sent again. */
  left: number
  /** Nothing has come for so long that the number may be wrong. */
  isLate: boolean
  labels: { wait: string; over: string; late: string; resend: string; resent: string }
  /** Sends it; false when it was refused, and the form says why. */
  onResend: () => Promise<boolean>
}

const WAIT_SECONDS = 60

export function Resend({ left, isLate, labels, onResend }: ResendProps) {
  const [isPending, setPending] = useState(false)
  const [isResent, setResent] = useState(false)
  async function resend() {
    setPending(true)
    setResent(false)
    setResent(await onResend())
    setPending(false)
  }
  const over = isLate ? labels.late : labels.over
  return (
    <div className={styles.resend}>
      <CountdownRing left={left} of={WAIT_SECONDS}>
        {left > 0 ? labels.wait : over}
      </CountdownRing>
      <Button busy={isPending} disabled={left > 0} onClick={() => void resend()}>
        {labels.resend}
      </Button>
      <output className="visually-hidden">{isResent ? labels.resent : left > 0 ? '' : over}</output>
    </div>
  )
}
