import { type Facets, SORTS } from '#contract/categories.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { choicesOf, FILTER_NAMES, type FilterName, hasFilters, nameOfValue, type Selection } from './filters.rules.ts'
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

/** Native selects; the address keeps them for Back and sharing. */
export function Filters({ facets, selection, kids, ownOrder, onChoose, onClear }: FiltersProps) {
  const { cards, categories } = useShellText()
  const { language } = useCallContext()
  const names = FILTER_NAMES.filter((name) => !(kids && name === 'vodType'))
  return (
    <form
      className={classNames(styles.filters, !facets && styles.awaited)}
      aria-label={categories.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      {names.map((name) => {
        const chosen = selection.filters[name]
        const choices = choicesOf(facets, name, chosen)
        if (choices.length < 2 && !chosen) return null
        return (
          <label key={name} className={styles.field}>
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
      })}
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
