import { useText } from '#web/kit/text.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Page } from '../../widgets/page.tsx'
import { Figures } from './figures.tsx'
import styles from './reports.module.css'

/** Figures by day. What is shown is in the address. */
export function Reports() {
  const text = useText('consoleReports')
  const shell = useShellText()
  return (
    <Page title={shell.screens.reports}>
      <p className={styles.lead}>{text.lead}</p>
      <Figures />
    </Page>
  )
}
