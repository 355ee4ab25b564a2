import type { Suggestion } from '#contract/search.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { ListIcon, PersonIcon } from '#web/ui/feature-icons.tsx'
import { SearchIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { type Option, secondLine, splitMatch } from './suggestions.rules.ts'
import styles from './search-box.module.css'

/** What an option shows: an image or an icon, the name with what matches in it, and what it is. */
export function OptionContent({ option }: { option: Option }) {
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

/** What a suggestion is: class, kind and year of a title, part and number of titles of a person. */
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
