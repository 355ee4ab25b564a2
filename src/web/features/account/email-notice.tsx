import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { InfoIcon } from '#web/ui/feature-icons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { useText } from '#web/kit/text.ts'

/** Shown until the e-mail address is verified. */
export function EmailNotice({ email }: { email: string }) {
  const text = useText('account').email
  const [open, setOpen] = useState(false)
  return (
    <Notice tone="warn" icon={<InfoIcon />} title={text.noticeTitle} text={text.noticeText}>
      <Button size="s" aria-expanded={open} onClick={() => setOpen(true)}>
        {text.verify}
      </Button>
      {open ? <EmailDialog email={email} onClose={() => setOpen(false)} /> : null}
    </Notice>
  )
}
