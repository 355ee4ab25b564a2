import { useEffect } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { type Option, SECTIONS, secondLine, splitMatch } from './suggestions.rules.ts'
import styles from './search-box.module.css'
import { useText } from '#web/kit/text.ts'
import type { Suggestion } from '#contract/search.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { ListIcon, PersonIcon } from '#web/ui/feature-icons.tsx'
import { SearchIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the roles of the combobox pattern: a datalist can show neither pictures nor sections */

export interface SuggestionListProps {
  id: string
  options: readonly Option[]
  /** The index of the active option; -1 for none. */
  active: number
  onChoose: (option: Option) => void
  onActive: (index: number) => void
}

/** The focus stays in the field. */
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

function OptionContent({ option }: { option: Option }) {
  const text = useText('search')
  if (option.kind === 'suggestion') return <SuggestionContent suggestion={option.suggestion} />
  return (
    <>
      <span className={styles.tile}>
        <SearchIcon size={20} />
      </span>
      <span className={styles.names}>
        <span className={styles.name}>
          <Marked text={text.all(option.keyword)} matched={option.keyword} />
        </span>
      </span>
    </>
  )
}

function SuggestionContent({ suggestion }: { suggestion: Suggestion }) {
  const { matched } = suggestion
  const line = secondLine(suggestion)
  return (
    <>
      <Thumbnail suggestion={suggestion} />
      <span className={styles.names}>
        <span className={styles.name}>
          <Marked text={suggestion.text} matched={matched} />
        </span>
        <span className={styles.line}>
          <Marked text={line} matched={suggestion.text.includes(matched) ? '' : matched} />
        </span>
      </span>
      <Facts suggestion={suggestion} />
    </>
  )
}

function Thumbnail({ suggestion: { kind, imageURL = '', text } }: { suggestion: Suggestion }) {
  if (kind === 'title')
    return (
      <span className={styles.image}>
        <ResponsiveImage src={imageURL} alt="" title={text} sizes="96px" to={320} />
      </span>
    )
  return <span className={styles.tile}>{kind === 'person' ? <PersonIcon size={20} /> : <ListIcon size={20} />}</span>
}

function Facts({ suggestion }: { suggestion: Suggestion }) {
  const text = useText('search')
  const { cards } = useShellText()
  const { language } = useCallContext()
  const { kind, programType, releaseYear, restriction, titles, directs } = suggestion
  if (kind === 'genre') return <span className={styles.facts}>{text.genre}</span>
  if (kind === 'person')
    return (
      <span className={styles.facts}>
        {directs ? <span>{text.director}</span> : null}
        {titles === undefined ? null : <span>{text.personTitles(formatNumber(titles, language))}</span>}
      </span>
    )
  return (
    <span className={styles.facts}>
      {restriction ? <ClassBadge value={restriction} label={cards.restriction[restriction]} /> : null}
      {programType ? <span>{text.kinds[programType]}</span> : null}
      {releaseYear === undefined ? null : <span>{releaseYear}</span>}
    </span>
  )
}

function Marked({ text, matched }: { text: string; matched: string }) {
  const [before, match, after] = splitMatch(text, matched)
  return (
    <>
      {before}
      {match === '' ? null : <mark className={styles.mark}>{match}</mark>}
      {after}
    </>
  )
}
