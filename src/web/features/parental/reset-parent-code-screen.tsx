import { useNavigate } from '#web/kit/router.tsx'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { ResetCode } from './reset-code.tsx'
import styles from './parent-code-screen.module.css'

/** /setup/reset-parentcode: resets a forgotten code by SMS or password. */
export function ResetParentCodeScreen() {
  const { reset } = useText('parental')
  const navigate = useNavigate()
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{reset.title}</h1>
      <section className={styles.panel} aria-label={reset.title}>
        <ResetCode
          onDone={() => {
            showToast({ text: reset.saved })
            navigate(PATHS.setupParentCode)
          }}
        />
      </section>
    </div>
  )
}
