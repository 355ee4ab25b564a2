import { useShellText } from '#web/viewer/text/shell-text.ts'
import styles from './skip-link.module.css'

/** The first focusable element. A button, because a link to `#main` would be a route here. */
export function SkipLink() {
  const { site } = useShellText()
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
      {site.skip}
    </button>
  )
}
