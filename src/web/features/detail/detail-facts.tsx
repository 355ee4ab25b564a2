import { Fragment, useId, useLayoutEffect, useRef, useState } from 'react'
import { languageName } from '#contract/language-names.ts'
import type { Program } from '#contract/programs.ts'
import { HTML_LANG } from '#contract/languages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { genresOf, priceOf } from '#web/viewer/cards/card-presenter.ts'
import { abilities } from '#web/kit/device-capabilities.ts'
import { techBadges } from '#web/viewer/cards/tech-badges.ts'
import { formatDuration } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { isDemoClip } from '#web/viewer/site-config/site-config.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ClassBadge, PriceBadge, TechBadge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import styles from './detail-facts.module.css'

/** The lines of a folded description (SPEC 9): 72 px, more where text is enlarged. */
const FOLD_LINES = 3

/** Badges, description, credits. */
export function DetailFacts({ program }: { program: Program }) {
  return (
    <div className={styles.facts}>
      <div className={styles.story}>
        <FactLine program={program} />
        <Description key={program.programId} text={program.description} />
      </div>
      <Credits program={program} />
    </div>
  )
}

/** The notice of a Class III title. */
export function ClassStrip() {
  const text = useText('detail')
  return (
    <p className={styles.strip}>
      <ClassBadge value="III" label="" />
      <strong>{text.classStrip}</strong>
    </p>
  )
}

function FactLine({ program }: { program: Program }) {
  const text = useText('detail')
  const { cards } = useShellText()
  const { language, pattern } = useCallContext()
  const lengthOf = (seconds: number) => {
    const length = formatDuration(seconds, language)
    return isDemoClip(seconds) ? text.demoClip(length) : length
  }
  const length =
    program.programType === 'drama' ? drama() : program.duration && !program.preparing ? lengthOf(program.duration) : ''
  const facts = [
    String(program.releaseYear),
    length,
    program.countryName,
    languageName(program.locale.split('-')[0]!, { locale: HTML_LANG[language], own: text.languages }),
  ]
  const badges = program.preparing ? [] : techBadges(program, abilities())
  const subtitles = program.subtitles.map((track) => track.label).join(text.listJoin)
  return (
    <ul className={styles.line}>
      {pattern === 'children' ? null : (
        <li>
          <PriceBadge {...priceOf(program, cards, language)} />
        </li>
      )}
      <li>
        <ClassBadge value={program.restriction} label={cards.restriction[program.restriction]} />
      </li>
      {facts.filter(Boolean).map((fact) => (
        <li key={fact} className={styles.word}>
          {fact}
        </li>
      ))}
      {subtitles ? <li>{text.subtitles(subtitles)}</li> : null}
      {program.preparing ? <li className={styles.preparing}>{text.preparing}</li> : null}
      {badges.length > 0 ? (
        <li className={styles.badges}>
          {badges.map((badge) => (
            <TechBadge key={badge}>{badge}</TechBadge>
          ))}
        </li>
      ) : null}
    </ul>
  )

  function drama(): string {
    return program.episodeCount > 0 ? text.episodeCount(program.episodeCount) : ''
  }
}

function Description({ text: description }: { text: string }) {
  const text = useText('detail')
  const id = useId()
  const box = useRef<HTMLParagraphElement>(null)
  const [long, setLong] = useState(false)
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () =>
      setLong(element.scrollHeight > FOLD_LINES * Number.parseFloat(getComputedStyle(element).lineHeight) + 1)
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <>
      <p ref={box} id={id} className={classNames(styles.description, long && !open && styles.folded)}>
        {description}
      </p>
      {long ? (
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? text.fold : text.unfold}
          <span className={classNames(styles.chevron, open && styles.up)}>
            <ChevronDownIcon size={16} />
          </span>
        </button>
      ) : null}
    </>
  )
}

function Credits({ program }: { program: Program }) {
  const text = useText('detail')
  const { cards } = useShellText()
  const isKids = useCallContext().pattern === 'children'
  const rows = [
    // Children choose by image and story: people mean nothing to them, and lead nowhere.
    [text.director, isKids ? [] : program.director],
    [text.actor, isKids ? [] : program.actor],
    [text.type, genresOf(program, cards)],
    [text.class, text.className[program.restriction]],
  ] as const
  return (
    <dl className={styles.credits}>
      {rows
        .filter(([, value]) => value.length > 0)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'string' ? value : <Names names={value} />}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A list of people without line breaks inside names. Each leads to a search for the name. */
function Names({ names }: { names: readonly string[] }) {
  const { listJoin } = useText('detail')
  const separator = listJoin.trimEnd()
  return names.map((name, at) => (
    <Fragment key={name}>
      <span className={styles.name}>
        <a href={paths.search({ keyword: name })}>{name}</a>
        {at < names.length - 1 ? separator : null}
      </span>
      {listJoin.slice(separator.length)}
    </Fragment>
  ))
}
