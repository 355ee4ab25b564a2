import { useState } from 'react'
import { type Facets, SORTS } from '#contract/categories.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import {
  choicesOf,
  type FilterName,
  filterNames,
  hasFilters,
  isOffered,
  nameOfValue,
  type Selection,
} from './filters.rules.ts'
import { classNames } from '#web/ui/class-names.ts'
import arrow from '#web/ui/form/select-arrow.module.css'
import styles from './filters.module.css'

export interface FiltersProps {
  /** Undefined until the first titles are there. */
  facets: Facets | undefined
  selection: Selection
  kids: boolean
  /** The label of no chosen order; default: the first of `SORTS`. */
  ownOrder?: string
  onChoose: (name: FilterName | 'sort', value: string) => void
  onClear: () => void
}

/** Native selects; the address keeps them for Back and sharing. In narrow windows a button shows the filters, beside the order. */
export function Filters({ facets, selection, kids, ownOrder, onChoose, onClear }: FiltersProps) {
  const { categories } = useShellText()
  const { language } = useCallContext()
  const [isOpen, setOpen] = useState(false)
  const chosen = Object.keys(selection.filters).length
  const offered = useOffered({ facets, selection, kids })
  const labelOf = (count: number) =>
    count === 0 ? categories.filters : categories.optionCount(categories.filters, formatNumber(count, language))
  return (
    <form
      className={classNames(styles.filters, !facets && styles.awaited)}
      aria-label={categories.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      {offered.length === 0 ? null : (
        <Button size="s" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className={styles.reserved} data-widest={labelOf(1)}>
            {labelOf(chosen)}
          </span>
        </Button>
      )}
      <div className={classNames(styles.choices, isOpen && styles.open)}>
        {offered.map((name) => (
          <FilterSelect key={name} name={name} facets={facets} chosen={selection.filters[name]} onChoose={onChoose} />
        ))}
      </div>
      <label className={styles.field}>
        <span className={styles.label}>{categories.sortBy}</span>
        <select
          className={classNames(arrow.select, styles.select)}
          value={selection.sort ?? (ownOrder === undefined ? SORTS[0] : '')}
          onChange={(event) => onChoose('sort', event.target.value)}
        >
          {ownOrder === undefined ? null : <option value="">{ownOrder}</option>}
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {categories.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
      {hasFilters(selection) ? (
        <Button look="text" size="s" onClick={onClear}>
          {categories.clear}
        </Button>
      ) : null}
    </form>
  )
}

/** What was offered once keeps its place, though the other filters leave it no choice. */
function useOffered({ facets, selection, kids }: Pick<FiltersProps, 'facets' | 'selection' | 'kids'>) {
  const [before, setBefore] = useState<readonly FilterName[]>([])
  const offered = filterNames(kids).filter(
    (name) => before.includes(name) || isOffered(facets, name, selection.filters[name]),
  )
  if (offered.length > before.length) setBefore(offered)
  return offered
}

interface FilterSelectProps extends Pick<FiltersProps, 'facets' | 'onChoose'> {
  name: FilterName
  chosen: string | undefined
}

function FilterSelect({ name, facets, chosen, onChoose }: FilterSelectProps) {
  const { cards, categories } = useShellText()
  const { language } = useCallContext()
  const choices = choicesOf(facets, name, chosen)
  return (
    <label className={styles.field}>
      <span className={styles.label}>{categories.filterNames[name]}</span>
      <select
        className={classNames(arrow.select, styles.select)}
        value={chosen ?? ''}
        onChange={(event) => onChoose(name, event.target.value)}
      >
        <option value="">{categories.all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {categories.optionCount(
              choice.label || nameOfValue(name, choice.value, { cards, categories, language }),
              formatNumber(choice.count, language),
            )}
          </option>
        ))}
      </select>
    </label>
  )
}
