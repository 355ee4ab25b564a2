/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the roles of the combobox pattern: a datalist can show neither pictures nor sections */
import { useEffect } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { OptionContent } from './suggestion-option.tsx'
import { type Option, SECTIONS } from './suggestions.rules.ts'
import styles from './search-box.module.css'
import { useText } from '#web/kit/text.ts'

export interface SuggestionListProps {
  id: string
  options: readonly Option[]
  /** The index of the active option; -1 for none. */
  active: number
  onChoose: (option: Option) => void
  onActive: (index: number) => void
}

/** The list of the combobox, in sections. The focus stays in the field. */
export function SuggestionList({ id, options, active, onChoose, onActive }: SuggestionListProps) {
  const text = useText('search')
  useEffect(() => {
    if (active >= 0) document.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const numbered = options.map((option, index) => ({ option, index }))
  const groups = [...SECTIONS, 'all' as const].map((section) => ({
    section,
    entries: numbered.filter(({ option }) => sectionOf(option) === section),
  }))

  return (
    <div className={styles.panel}>
      <div id={id} className={styles.list} role="listbox" aria-label={text.suggestions}>
        {groups.map(({ section, entries }) =>
          entries.length === 0 ? null : (
            <div
              key={section}
              role="group"
              aria-label={section === 'all' ? text.title : text.sections[section]}
              className={styles.section}
            >
              {section === 'all' ? null : (
                <div className={styles.heading} aria-hidden="true">
                  {text.sections[section]}
                </div>
              )}
              {entries.map(({ option, index }) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
                <div
                  key={index}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={classNames(styles.option, index === active && styles.active)}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => {
                    if (index !== active) onActive(index)
                  }}
                  onClick={() => onChoose(option)}
                >
                  <OptionContent option={option} />
                </div>
              ))}
            </div>
          ),
        )}
      </div>
      <div className={styles.keys} aria-hidden="true">
        <span>
          <kbd>↑ ↓</kbd> {text.keys.choose}
        </span>
        <span>
          <kbd>Enter</kbd> {text.keys.open}
        </span>
        <span>
          <kbd>Esc</kbd> {text.keys.close}
        </span>
        <span className={styles.hint}>{text.hint}</span>
      </div>
    </div>
  )
}

const sectionOf = (option: Option) => (option.kind === 'all' ? 'all' : option.suggestion.kind)
