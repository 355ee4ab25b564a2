import { useId } from 'react'
import { serverNow } from '#web/kit/server-clock.ts'
import { hongKongDay } from '../../form/hong-kong.rules.ts'
import { useText } from '#web/kit/text.ts'
import filterStyles from '../../table/filters.module.css'

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/

/** Of Hong Kong: the month that an address names, else the one that ended last. */
export function monthOf(given: string | undefined): string {
  if (given !== undefined && MONTH.test(given)) return given
  const [year, month] = thisMonth().split('-').map(Number) as [number, number]
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}

const thisMonth = (): string => hongKongDay(new Date(serverNow()).toISOString()).slice(0, 7)

export function MonthField({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  const text = useText('consoleFinance')
  const id = useId()
  return (
    <span className={filterStyles.select}>
      <label htmlFor={id}>{text.month}</label>
      <input
        id={id}
        type="month"
        min="2020-01"
        max={thisMonth()}
        value={value}
        onChange={({ target }) => {
          if (MONTH.test(target.value)) onChange(target.value)
        }}
      />
    </span>
  )
}
