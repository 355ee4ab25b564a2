import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { useAgreementsText } from './agreements-text.ts'
import styles from './agreement-dialog.module.css'

export type AgreementKind = 'terms' | 'privacy'

/** The text of an agreement, in a dialog over the form. */
export function AgreementDialog({ kind, close, onClose }: { kind: AgreementKind; close: string; onClose: () => void }) {
  const { title, sections } = useAgreementsText()[kind]
  return (
    <Dialog title={title} closeLabel={close} onClose={onClose} className={styles.dialog}>
      <div className={styles.text}>
        {sections.map(({ heading, text }) => (
          <section key={heading}>
            <h3 className={styles.heading}>{heading}</h3>
            <p>{text}</p>
          </section>
        ))}
      </div>
      <DialogActions cancel={{ label: close, onClick: onClose }} />
    </Dialog>
  )
}
