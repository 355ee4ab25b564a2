import type { ReactNode } from 'react'
import { CheckIcon } from '../icons.tsx'
import styles from './form.module.css'

export function FormNotice({ children }: { children?: ReactNode }) {
  return (
    <output className={styles.noticeRegion}>
      {children ? (
        <span className={styles.notice}>
          <CheckIcon size={18} />
          <span>{children}</span>
        </span>
      ) : null}
    </output>
  )
}
