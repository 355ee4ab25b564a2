import { useState } from 'react'
import { copyText } from '#web/kit/copy-text.ts'
import { useNavigate } from '#web/kit/router.tsx'
import { saveFile } from '#web/kit/save-file.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyIcon, DownloadIcon } from '#web/ui/feature-icons.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { useLeaveWarning } from '../../form/use-leave-warning.ts'
import { PATHS } from '../../shell/paths.ts'
import styles from './session.module.css'

/** They are told once: leaving warns until the operator says that they are kept. */
export function RecoveryCodes({ email, codes }: { email: string; codes: readonly string[] }) {
  const { welcome } = useText('consoleSession')
  const navigate = useNavigate()
  const [isKept, setKept] = useState(false)
  const [error, setError] = useState<string>()
  useLeaveWarning(!isKept)
  const lines = codes.join('\n')
  const download = () => {
    const bytes = new TextEncoder().encode(`${welcome.fileTitle(email)}\n\n${lines}\n`)
    saveFile({ fileName: welcome.fileName, bytes }, 'text/plain;charset=utf-8')
    showToast({ text: welcome.downloaded })
  }
  return (
    <div className={styles.form}>
      <div className={styles.codes}>
        <h2>{welcome.keepTitle}</h2>
        <p className={styles.lead}>{welcome.keepText}</p>
        <ol className={styles.codeList}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles.row}>
          <Button size="s" icon={<DownloadIcon size={16} />} onClick={download}>
            {welcome.download}
          </Button>
          <Button
            size="s"
            icon={<CopyIcon size={16} />}
            onClick={() => void copyText(lines, { done: welcome.copied, failed: welcome.copyFailed })}
          >
            {welcome.copy}
          </Button>
        </div>
      </div>
      <CheckField
        label={welcome.kept}
        name="kept"
        checked={isKept}
        error={error}
        onChange={(checked) => {
          setKept(checked)
          setError(undefined)
        }}
      />
      <div className={`${styles.row} ${styles.end}`}>
        <Button
          look="primary"
          onClick={() => (isKept ? navigate(PATHS.signIn, { replace: true }) : setError(welcome.keptFirst))}
        >
          {welcome.finish}
        </Button>
      </div>
    </div>
  )
}
