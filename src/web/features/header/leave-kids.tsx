import { useEffect, useRef } from 'react'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { leaveKidsMode, useSession } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import styles from './leave-kids.module.css'

/** The way out of kids mode: a member's takes the parental code, a visitor's a confirmation (PRODUCT 2). */
export function LeaveKids({ onClose }: { onClose: () => void }) {
  const isMember = useSession().token !== undefined
  return isMember ? <AskCode onClose={onClose} /> : <Confirm onClose={onClose} />
}

/** Hands over to the dialog of the parental code, which says to which profile one goes. */
function AskCode({ onClose }: { onClose: () => void }) {
  const hasRequested = useRef(false)
  useEffect(() => {
    if (hasRequested.current) return
    hasRequested.current = true
    void requestParentalCode({ purpose: 'leave-kids' })
    onClose()
  }, [onClose])
  return null
}

function Confirm({ onClose }: { onClose: () => void }) {
  const { site } = useShellText()
  return (
    <Dialog title={site.kids.leaveTitle} closeLabel={site.close} onClose={onClose}>
      <p className={styles.text}>{site.kids.leaveText}</p>
      <DialogActions
        main={{ label: site.kids.leave, onClick: leaveKidsMode }}
        cancel={{ label: site.kids.stay, onClick: onClose }}
      />
    </Dialog>
  )
}
