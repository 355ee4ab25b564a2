import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { searchSuggest, type Suggestion } from '#contract/search.ts'
import type { Texts } from '#text/texts.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ListIcon, PersonIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon, SearchIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { moveActive, type Option, optionsOf, secondLine, SECTIONS, splitMatch } from './suggestions.rules.ts'
import styles from './search-box.module.css'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the roles of the combobox pattern: a datalist can show neither images nor sections */

interface SuggestionListProps {
  id: string
  options: readonly Option[]
  /** The index of the active option; -1 for none. */
  active: number
  onChoose: (option: Option) => void
  onActive: (index: number) => void
}

/** The focus stays in the field. */
function SuggestionList({ id, options, active, onChoose, onActive }: SuggestionListProps) {
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

export interface SearchBoxProps {
  /** The current search: a change replaces the field's text. */
  keyword: string
  /** page: the list lies over the page; dialog: it is all that the dialog shows. */
  look: 'page' | 'dialog'
  /** The field has the focus from the start. */
  takesFocus?: boolean
  start?: ReactNode
  /** Also Enter in the field; never with an empty keyword. */
  onChoose: (option: Option) => void
}

/** An ARIA combobox. Text in composition is not searched; Enter on an empty field only says so. */
export function SearchBox({ keyword, look, takesFocus = false, start, onChoose }: SearchBoxProps) {
  const text = useText('search')
  const { language } = useCallContext()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [field, setField] = useState({ keyword, value: keyword })
  const [isComposing, setComposing] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [isEmptyRefused, setEmptyRefused] = useState(false)
  if (field.keyword !== keyword) setField({ keyword, value: keyword })
  const { value } = field
  const typed = value.trim()
  const { suggestions, isPending } = useSuggestions(isComposing || !isOpen ? undefined : value)
  const options = optionsOf(suggestions, typed)
  const isListShown = isOpen && typed !== '' && (suggestions.length > 0 || !isPending)

  // After the dialog has noted where the focus was.
  useEffect(() => {
    if (takesFocus && look === 'page') input.current?.focus()
  }, [takesFocus, look])

  const change = (next: string) => {
    setField({ keyword, value: next })
    setActive(-1)
    setOpen(true)
    setEmptyRefused(false)
  }
  const choose = (option: Option) => {
    setOpen(false)
    setActive(-1)
    onChoose(option)
  }
  const submit = () => {
    const option = isListShown ? options[active] : undefined
    if (option) return choose(option)
    if (typed === '') return setEmptyRefused(true)
    return choose({ kind: 'all', keyword: typed })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of an input method; Safari sends 229 after its end.
    if (isComposing || event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (isListShown) setActive(moveActive(active, options.length, event.key))
      else setOpen(true)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape' && look === 'page' && isListShown) {
      event.preventDefault()
      setOpen(false)
      setActive(-1)
    }
  }

  return (
    <div className={classNames(styles.box, styles[look])}>
      <form
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- older browsers do not know that element
        role="search"
        className={styles.field}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SearchIcon size={22} />
        <input
          ref={input}
          data-autofocus={takesFocus ? '' : undefined}
          className={styles.input}
          type="text"
          role="combobox"
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          aria-label={text.label}
          aria-autocomplete="list"
          aria-expanded={isListShown}
          aria-controls={isListShown ? listId : undefined}
          aria-activedescendant={isListShown && active >= 0 ? `${listId}-${active}` : undefined}
          aria-invalid={isEmptyRefused || undefined}
          placeholder={text.placeholder}
          value={value}
          onChange={(event) => change(event.target.value)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onKeyDown={onKeyDown}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        />
        {value === '' || look === 'dialog' ? null : (
          <IconButton
            label={text.clear}
            icon={<CloseIcon size={20} />}
            onClick={() => {
              change('')
              input.current?.focus()
            }}
          />
        )}
      </form>
      {isEmptyRefused ? (
        <p className={styles.refused} role="alert">
          {text.enter}
        </p>
      ) : null}
      {isListShown ? (
        <SuggestionList id={listId} options={options} active={active} onChoose={choose} onActive={setActive} />
      ) : null}
      <output className="visually-hidden">
        {isListShown ? suggestionCount(suggestions.length, text, (n) => formatNumber(n, language)) : ''}
      </output>
      {typed === '' ? start : null}
    </div>
  )
}

const suggestionCount = (count: number, text: Texts['search'], format: (count: number) => string): string =>
  count === 0 ? text.noSuggestion : text.suggestionCount(format(count))

const QUIET_MS = 200

const NONE: Suggestion[] = []

/** Debounced; undefined during composition. The previous ones stay until the next are there. */
function useSuggestions(typed: string | undefined): { suggestions: Suggestion[]; isPending: boolean } {
  const [rested, setRested] = useState('')
  const wanted = typed?.trim()
  useEffect(() => {
    if (wanted === undefined) return undefined
    const timer = setTimeout(() => setRested(wanted), wanted === '' ? 0 : QUIET_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, isPending } = useCall(searchSuggest, { title: rested }, { enabled: rested !== '' })
  const [last, setLast] = useState(NONE)
  if (data && last !== data.suggestList) setLast(data.suggestList)
  if (wanted === '') return { suggestions: NONE, isPending: false }
  return { suggestions: data?.suggestList ?? last, isPending: isPending || rested !== wanted }
}
