import styles from './grant-list.module.css'

export interface GrantItem {
  key: string
  kind: 'plan' | 'credits' | 'voucher' | 'ticket'
  title: string
  /** `100 點`. */
  what: string
  /** `有效至 2027年11月21日 23:59`. */
  until: string
}

/** What a code gives: each with its colour, amount, name and end. */
export function GrantList({ grants }: { grants: readonly GrantItem[] }) {
  return (
    <ul className={styles.list}>
      {grants.map(({ key, kind, title, what, until }) => (
        <li key={key} className={styles.grant} data-kind={kind}>
          <span className={styles.what}>{what}</span>
          {title === what ? null : <span className={styles.title}>{title}</span>}
          <span className={styles.until}>{until}</span>
        </li>
      ))}
    </ul>
  )
}
