import { keepUnits } from './keep-units.ts'
import styles from './reward-list.module.css'

export interface RewardItem {
  key: string
  kind: 'plan' | 'credits' | 'voucher' | 'ticket'
  title: string
  what: string
  until: string
  /** What comes with it. */
  extra?: string | undefined
}

export function RewardList({ rewards }: { rewards: readonly RewardItem[] }) {
  return (
    <ul className={styles.list}>
      {rewards.map(({ key, kind, title, what, until, extra }) => (
        <li key={key} className={styles.reward} data-kind={kind}>
          <span className={styles.what}>{keepUnits(what)}</span>
          {title === what ? null : <span className={styles.title}>{keepUnits(title)}</span>}
          {extra ? <span className={styles.extra}>{keepUnits(extra)}</span> : null}
          <span className={styles.until}>{until}</span>
        </li>
      ))}
    </ul>
  )
}
