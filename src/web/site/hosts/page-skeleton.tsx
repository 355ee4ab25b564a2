import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './page-skeleton.module.css'

/** Shown while a screen's chunk loads. */
export function PageSkeleton() {
  const { site } = useShellText()
  return (
    <div className={styles.page} data-awaited="">
      <Spinner size={40} label={site.loading} />
    </div>
  )
}
