import { keepUnits } from './keep-units.ts'
import styles from './grant-list.module.css'

export interface GrantItem {
  key: string
  kind: 'plan' | 'credits' | 'voucher' | 'ticket'
  title: string
  what: string
  until: string
  /** What comes with it. */
  extra?: string | undefined
}

export function GrantList({ grants }: { grants: readonly GrantItem[] }) {
  return (
    <ul className={styles.list}>
      {grants.map(({ key, kind, title, what, until, extra }) => (
        <li key={key} className={styles.grant} data-kind={kind}>
          <span className={styles.what}>{keepUnits(what)}</span>
          {title === what ? null : <span className={styles.title}>{keepUnits(title)}</span>}
          {extra ? <span className={styles.extra}>{keepUnits(extra)}</span> : null}
          <span className={styles.until}>{until}</span>
        </li>
      ))}
    </ul>
  )
}
