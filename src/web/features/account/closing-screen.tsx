import { useState } from 'react'
import { reopenAccount } from '#contract/accounts.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { forgetClosing } from '#web/viewer/account/account-closing.ts'
import { formatInstant } from '#web/kit/format.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { readSession } from '#web/viewer/session/session.ts'
import { navigationBridge } from '#web/kit/navigation-bridge.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { leave } from './leave.ts'
import { Screen } from '#web/ui/screen.tsx'
import styles from './closing-screen.module.css'

/** Replaces every screen while the account is being closed: reopen, export or log out. */
export function ClosingScreen() {
  const { closing: text } = useText('account')
  const { site } = useShellText()
  const { language } = useCallContext()
  const closesAt = useAccount().data?.profile.closesAt
  const reopening = useSubmit(reopenAccount, {
    toast: text.reopened,
    onSuccess: () => {
      // Cached answers may be refusals to an account that was being closed.
      navigationBridge().dropAnswers()
      forgetClosing()
      navigationBridge().go(readSession().profile ? PATHS.setup : PATHS.profiles)
    },
  })
  const [exporting, setExporting] = useState(false)
  usePageTitle(text.title)

  return (
    <Screen className={styles.screen} top="l">
      <span className={styles.tile}>
        <ClockIcon size={28} />
      </span>
      <h1 className={styles.title}>{text.title}</h1>
      <p className={styles.text}>{closesAt ? text.text(formatInstant(closesAt, language)) : text.soon}</p>
      <FormError>{reopening.refusal?.message}</FormError>
      <div className={styles.actions}>
        <Button
          look="primary"
          size="l"
          wide
          busy={reopening.pending}
          busyText={site.busy}
          onClick={() => void reopening.submit({})}
        >
          {text.reopen}
        </Button>
        <Button wide onClick={() => setExporting(true)}>
          {text.export}
        </Button>
        <Button look="text" wide onClick={() => void leave()}>
          {text.logout}
        </Button>
      </div>
      {exporting ? <ExportDialog onClose={() => setExporting(false)} /> : null}
    </Screen>
  )
}
