import type { ReactNode } from 'react'
import { LanguageToggle } from '#web/features/header/language-toggle.tsx'
import { Wordmark } from '#web/features/header/header.tsx'
import { paths } from '#web/viewer/navigation/paths.ts'
import { homePath } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import styles from './bare-page.module.css'

export function BarePage({ kids, children }: { kids: boolean; children: ReactNode }) {
  const { site } = useShellText()
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Wordmark href={paths.route(homePath())} label={site.homeLink} kids={kids} />
        <LanguageToggle />
      </div>
      {children}
    </div>
  )
}
