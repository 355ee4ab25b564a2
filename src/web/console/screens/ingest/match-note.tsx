import { useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './ingest.module.css'
import { createDraftOf, createDrafts, isNewTitle, type NewTitle } from './match-files.ts'
import { changeItem } from './upload-queue.ts'
import type { Item } from './upload.rules.ts'

/** What the name of a file was matched with, which the operator can change before anything begins. */
export function MatchNote({ item }: { item: Item }) {
  const text = useText('consoleIngest')
  const { language } = useCallContext()
  const { match, target } = item
  if (!match) return null
  if (target) return match.kind === 'found' ? <p className={styles.note}>{text.match.found}</p> : null
  if (match.kind === 'noEpisode')
    return (
      <p className={styles.warning}>
        {text.match.noEpisode(match.series.title[language], text.episode(match.season, match.episode))}{' '}
        <a href={`#/titles/${match.series.programId}`}>{text.match.openSeries}</a>
      </p>
    )
  if (isNewTitle(item)) return <NewTitleNote item={item} />
  return <p className={styles.note}>{match.kind === 'several' ? text.match.several : text.match.looking}</p>
}

function NewTitleNote({ item }: { item: NewTitle }) {
  const text = useText('consoleIngest')
  const { film } = item.match
  const [isBusy, setBusy] = useState(false)
  const isSeries = film.season !== null && film.episode !== null
  return (
    <div className={styles.fields}>
      <label className={styles.role}>
        {isSeries ? text.match.newSeries : text.match.newFilm}
        <input
          className={styles.newName}
          value={film.name}
          maxLength={100}
          onChange={({ target: { value } }) =>
            changeItem(item.itemId, { match: { kind: 'new', film: { ...film, name: value } } })
          }
        />
      </label>
      {isSeries ? <span className={styles.note}>{text.episode(film.season!, film.episode!)}</span> : null}
      <Button
        size="s"
        busy={isBusy}
        disabled={film.name.trim() === ''}
        onClick={async () => {
          setBusy(true)
          await createDraftOf(item)
          setBusy(false)
        }}
      >
        {text.match.create}
      </Button>
      {item.match.kind === 'failed' ? (
        <p className={styles.problem} role="alert">
          {item.match.message}
        </p>
      ) : null}
    </div>
  )
}

/** Of many files: the drafts that they need, and their start, at once. */
export function ManyFiles({ items }: { items: readonly Item[] }) {
  const text = useText('consoleIngest')
  const [isBusy, setBusy] = useState(false)
  if (items.length < 2) return null
  const fresh = items.filter(isNewTitle).filter(({ match }) => match.film.name.trim() !== '')
  const startable = items.filter(
    ({ target, startsWhenReady, subtitles }) =>
      target !== undefined && !startsWhenReady && subtitles.every(({ language }) => language.trim() !== ''),
  )
  const matched = items.filter(({ target }) => target !== undefined).length
  return (
    <div className={styles.many}>
      <p className={styles.note} aria-live="polite">
        {text.match.count(matched, items.length)}
      </p>
      {fresh.length > 0 ? (
        <Button
          size="s"
          busy={isBusy}
          onClick={async () => {
            setBusy(true)
            await createDrafts(fresh)
            setBusy(false)
          }}
        >
          {text.match.createAll(fresh.length)}
        </Button>
      ) : null}
      {startable.length > 0 ? (
        <Button
          size="s"
          look="primary"
          onClick={() => {
            for (const { itemId } of startable) changeItem(itemId, { startsWhenReady: true })
          }}
        >
          {text.match.startAll(startable.length)}
        </Button>
      ) : null}
    </div>
  )
}
