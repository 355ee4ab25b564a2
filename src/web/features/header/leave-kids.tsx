import { leaveKidsMode } from '#web/lib/session.ts'
import { useText } from '#web/lib/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './leave-kids.module.css'

/** A visitor leaves kids mode by a confirmation (PRODUCT 2). */
export function LeaveKids({ onClose }: { onClose: () => void }) {
  const { site } = useText()
  return (
    <Dialog title={site.kids.leaveTitle} closeLabel={site.close} onClose={onClose}>
      <p className={styles.text}>{site.kids.leaveText}</p>
      <div className={styles.actions}>
        <Button look="primary" onClick={onClose}>
          {site.kids.stay}
        </Button>
        <Button look="secondary" onClick={leaveKidsMode}>
          {site.kids.leave}
        </Button>
      </div>
    </Dialog>
  )
}
