import { useState } from 'react'
import { closeAccount } from '#contract/accounts.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { noteClosing } from '#web/viewer/account/account-closing.ts'
import { Button } from '#web/ui/button.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import styles from './data-card.module.css'

/** Exports the member's data and closes the account. */
export function DataCard() {
  const { data, close } = useText('account')
  const [open, setOpen] = useState<'export' | 'close'>()
  const shut = () => setOpen(undefined)
  const closing = useSubmit(closeAccount, {
    onSuccess: () => {
      shut()
      noteClosing()
    },
  })
  return (
    <Panel title={data.title}>
      <div className={styles.line}>
        <p className={styles.text}>{data.exportText}</p>
        <Button size="s" onClick={() => setOpen('export')}>
          {data.exportButton}
        </Button>
      </div>
      <div className={styles.line}>
        <p className={styles.text}>{data.closeText}</p>
        <Button size="s" look="outline" onClick={() => setOpen('close')}>
          {data.closeButton}
        </Button>
      </div>
      {open === 'export' ? <ExportDialog onClose={shut} /> : null}
      {open === 'close' ? (
        <PasswordDialog danger title={close.title} confirm={close.confirm} onClose={shut} submit={closing.submit}>
          <p>{close.lost}</p>
          <CloseList />
          <p>{close.until}</p>
        </PasswordDialog>
      ) : null}
    </Panel>
  )
}

function CloseList() {
  const { close } = useText('account')
  return (
    <ul className={styles.list}>
      {close.list.map((loss) => (
        <li key={loss}>{loss}</li>
      ))}
    </ul>
  )
}
