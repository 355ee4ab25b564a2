import styles from './countdown-ring.module.css'

const RADIUS = 20
const ROUND = 2 * Math.PI * RADIUS

/** `2:26` */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

interface RingProps {
  size: number
  left: number
  of: number
}

export const Ring = ({ size, left, of }: RingProps) => (
  <svg className={styles.ring} width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r={RADIUS} className={styles.track} />
    <circle
      cx="24"
      cy="24"
      r={RADIUS}
      className={styles.rest}
      strokeDasharray={ROUND}
      strokeDashoffset={ROUND * (1 - Math.min(1, left / of))}
      transform="rotate(-90 24 24)"
    />
  </svg>
)

/** Screen readers are told by the sentence around it, not each second. */
export function CountdownRing({ left, of, children }: { left: number; of: number; children: string }) {
  return (
    <div className={styles.countdown}>
      <Ring size={48} left={left} of={of} />
      <div>
        <p className={styles.time} role="timer">
          {clock(left)}
        </p>
        <p className={styles.text}>{children}</p>
      </div>
    </div>
  )
}
