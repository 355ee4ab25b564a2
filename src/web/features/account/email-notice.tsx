import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { InfoIcon } from '#web/ui/feature-icons.tsx'
import { useAccountText } from './account-text.ts'
import { EmailDialog } from './email-dialog.tsx'
import styles from './email-notice.module.css'

/** Shown until the e-mail address is verified. */
export function EmailNotice({ email }: { email: string }) {
  const text = useAccountText().email
  const [open, setOpen] = useState(false)
  return (
    <section className={styles.notice} aria-label={text.noticeTitle}>
      <InfoIcon />
      <p className={styles.text}>
        <strong>{text.noticeTitle}</strong>
        <span>{text.noticeText}</span>
      </p>
      <Button size="s" aria-expanded={open} onClick={() => setOpen(true)}>
        {text.verify}
      </Button>
      {open ? <EmailDialog email={email} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
