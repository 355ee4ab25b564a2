import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import styles from './article-dialog.module.css'

export interface ArticleDialogProps {
  title: string
  sections: readonly { heading: string; text: string }[]
  close: string
  onClose: () => void
}

export function ArticleDialog({ title, sections, close, onClose }: ArticleDialogProps) {
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
