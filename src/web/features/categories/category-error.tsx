import { type CallError, isNotFound } from '#web/kit/envelope.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** Without an error no category was named. */
export function CategoryError({ error, onRetry }: { error: CallError | null; onRetry: () => void }) {
  const { categories, home, site } = useShellText()
  const missing = !error || isNotFound(error)
  return (
    <ErrorPanel
      isScreen
      title={missing ? categories.missing : categories.failed}
      text={missing ? categories.missingText : error.message}
      action={missing ? { label: home.toHome, href: paths.home() } : { label: site.retry, onClick: onRetry }}
    />
  )
}
