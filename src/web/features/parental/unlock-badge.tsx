import { lockParental } from '#contract/parental.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { forgetUnlock, useUnlock } from '#web/viewer/parental/parental-unlock.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { UnlockedIcon } from '#web/ui/feature-icons.tsx'
import styles from './unlock-badge.module.css'

/** Rounded up: the last minute shows 1, not 0. */
const minutesOf = (seconds: number): number => Math.ceil(seconds / 60)

/** While the session is unlocked: the time left and a button to lock it. */
export function UnlockBadge() {
  const { unlock } = useText('parental')
  const left = useCountdown(useUnlock())
  const { submit } = useSubmit(lockParental, { onSuccess: forgetUnlock, toast: unlock.locked, toastsRefusals: true })
  if (left === 0) return null
  return (
    <div className={styles.badge}>
      <span className={styles.state}>
        <UnlockedIcon size={18} />
        {unlock.open(minutesOf(left))}
      </span>
      <Button size="s" onClick={() => void submit({})}>
        {unlock.lock}
      </Button>
    </div>
  )
}
