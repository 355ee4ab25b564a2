import { lockParental } from '#contract/parental.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { forgetUnlock, useUnlock } from '#web/viewer/parental/parental-unlock.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { Button } from '#web/ui/button.tsx'
import { icon } from '#web/ui/icons.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useParentalText } from './parental-text.ts'
import styles from './unlock-badge.module.css'

const UnlockedIcon = icon(<path d="M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 6.6-1.6" />)

/** Minutes that are begun count as whole: it never says "0". */
const minutesOf = (seconds: number): number => Math.ceil(seconds / 60)

/** While the parental code has unlocked this session: the time that is left, and a way to end it at once. Nothing otherwise. */
export function UnlockBadge() {
  const { unlock } = useParentalText()
  const left = useCountdown(useUnlock())
  if (left === 0) return null
  return (
    <div className={styles.badge}>
      <span className={styles.state}>
        <UnlockedIcon size={18} />
        {unlock.open(minutesOf(left))}
      </span>
      <Button size="s" onClick={() => void lockNow(unlock.locked)}>
        {unlock.lock}
      </Button>
    </div>
  )
}

async function lockNow(said: string): Promise<void> {
  const answer = await call(lockParental, {})
  if (answer.result === 'FAILED') {
    showToast({ text: answer.message })
    return
  }
  forgetUnlock()
  showToast({ text: said })
}
