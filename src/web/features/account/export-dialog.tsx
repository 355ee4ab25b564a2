import { exportAccount } from '#contract/accounts.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAccountText } from './account-text.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { saveFile } from './save-file.ts'

/** Everything that the house keeps about the member, as a file. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { data } = useAccountText()
  return (
    <PasswordDialog
      title={data.exportTitle}
      confirm={data.exportButton}
      onClose={onClose}
      onConfirm={async (password) => {
        const answer = await call(exportAccount, { password })
        if (answer.result === 'FAILED') return answer
        saveFile(answer, exportAccount.file ?? '')
        showToast({ text: data.exported })
        onClose()
        return undefined
      }}
    >
      <p>{data.exportText}</p>
    </PasswordDialog>
  )
}
