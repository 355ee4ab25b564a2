import { useState } from 'react'
import { Button } from '../button.tsx'
import { CountdownRing } from './countdown-ring.tsx'
import styles from './resend.module.css'

export interface ResendProps {
  /** Seconds until a code may be sent again. */
  left: number
  labels: { wait: string; over: string; resend: string; resent: string }
  /** Sends it; false when it was refused, and the form says why. */
  onResend: () => Promise<boolean>
}

/** SPEC 9: three minutes between two codes. */
const WAIT_SECONDS = 180

/** The wait for an SMS, and the button that sends another once it is over. */
export function Resend({ left, labels, onResend }: ResendProps) {
  const [isPending, setPending] = useState(false)
  const [isResent, setResent] = useState(false)
  async function resend() {
    setPending(true)
    setResent(false)
    setResent(await onResend())
    setPending(false)
  }
  return (
    <div className={styles.resend}>
      <CountdownRing left={left} of={WAIT_SECONDS}>
        {left > 0 ? labels.wait : labels.over}
      </CountdownRing>
      <Button busy={isPending} disabled={left > 0} onClick={() => void resend()}>
        {labels.resend}
      </Button>
      <output className="visually-hidden">{isResent ? labels.resent : left > 0 ? '' : labels.over}</output>
    </div>
  )
}
