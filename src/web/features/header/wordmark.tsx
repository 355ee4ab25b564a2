import { LogoMark } from '#web/ui/logo.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './wordmark.module.css'

/** The mark with the name in both scripts; it leads home. */
export function Wordmark({ href, label, kids }: { href: string; label: string; kids?: boolean }) {
  return (
    <a className={classNames(styles.wordmark, kids && styles.kids)} href={href}>
      <LogoMark size={34} />
      <span className={styles.name}>
        <span className={styles.zh} lang="zh-HK">
          港映
        </span>
        <span className={styles.en} lang="en">
          {kids ? 'KIDS' : 'HARBOUR'}
        </span>
      </span>
      <span className="visually-hidden">{label}</span>
    </a>
  )
}
