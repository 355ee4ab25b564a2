import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { InlineSelect } from '#web/ui/form/inline-select.tsx'
import type { Goods } from './order.rules.ts'
import { classifiesOf, readShown, SORTS } from './shown-goods.rules.ts'
import styles from './goods-filters.module.css'

/** Which goods are shown, and in which order: in the address. */
export function GoodsFilters({ goods }: { goods: readonly Goods[] }) {
  const { filters: text, sort: sorting } = useText('sales')
  const { language } = useCallContext()
  const [query, setQuery] = useSearchParams()
  const { classify, isInStock, sort } = readShown(query, goods)

  function show(name: string, value: string | undefined): void {
    const next = new URLSearchParams(query)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setQuery(next, { replace: true, preventScrollReset: true })
  }

  return (
    <div className={styles.line}>
      <fieldset className={styles.chips} aria-label={text.label}>
        <Chip isOn={classify === undefined} onClick={() => show('classify', undefined)}>
          {text.all} <span className={styles.count}>{formatNumber(goods.length, language)}</span>
        </Chip>
        {classifiesOf(goods).map((kind) => (
          <Chip key={kind} isOn={kind === classify} onClick={() => show('classify', kind)}>
            {text.classify[kind]}
          </Chip>
        ))}
        <Chip isOn={isInStock} onClick={() => show('stock', isInStock ? undefined : 'in')}>
          {text.inStock}
        </Chip>
      </fieldset>
      <InlineSelect
        label={sorting.label}
        value={sort}
        choices={SORTS.map((one) => ({ value: one, label: sorting.choices[one] }))}
        onChange={(value) => show('sort', value === 'editor' ? undefined : value)}
      />
    </div>
  )
}

function Chip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  )
}
