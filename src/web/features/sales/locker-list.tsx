import { REGIONS } from '#contract/regions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import type { SaleDetail } from './order.rules.ts'
import styles from './order-panel.module.css'

interface LockerListProps {
  lockers: SaleDetail['lockers']
  chosen: string
  onChoose: (lockerCode: string) => void
}

/** Where orders are collected, by region; a click takes one. */
export function LockerList({ lockers, chosen, onChoose }: LockerListProps) {
  const { order: text } = useText('sales')
  const { language } = useCallContext()
  return (
    <details className={styles.lockers}>
      <summary>{text.lockers}</summary>
      {REGIONS.map((region) => (
        <div key={region}>
          <p className={styles.region}>{text.regions[region]}</p>
          <ul>
            {lockers
              .filter((locker) => locker.region === region)
              .map(({ lockerCode, district, address }) => (
                <li key={lockerCode}>
                  <button
                    type="button"
                    className={styles.locker}
                    aria-pressed={lockerCode === chosen}
                    onClick={() => onChoose(lockerCode)}
                  >
                    <span className={styles.code}>{lockerCode}</span>
                    <span>{joinFacts([district, address], language)}</span>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </details>
  )
}
