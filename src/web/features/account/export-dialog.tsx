import { exportAccount } from '#contract/accounts.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { saveFile } from '#web/kit/save-file.ts'
import { useText } from '#web/kit/text.ts'

/** Downloads the member's personal data as a file. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { data } = useText('account')
  const { submit } = useSubmit(exportAccount, {
    toast: data.exported,
    onSuccess: (file) => {
      saveFile(file, exportAccount.file ?? '')
      onClose()
    },
  })
  return (
    <PasswordDialog title={data.exportTitle} confirm={data.exportButton} onClose={onClose} submit={submit}>
      <p>{data.exportText}</p>
    </PasswordDialog>
  )
}
