import styles from './ingest.module.css'
import { useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { changeItem, queue, resumeAll, STOPPED } from './upload-queue.ts'
import type { Item, QueuedFile } from './upload.rules.ts'
import { type FoundTarget, type IngestTarget, targets } from '#contract/admin/ingest.ts'
import { EMPTY_EPISODE, EMPTY_TITLE } from '#contract/admin/new-title.ts'
import { saveDraft, type TitleContent } from '#contract/admin/titles.ts'
import { consoleClient } from '../../client/console-client.ts'
import { sortedEpisodes } from '../title/title-content.rules.ts'
import { FoundTargets, TitleLink } from './target-field.tsx'
import { draftGroups, type Match, matchOf, matchWithin, type NamedFilm, readName } from './file-match.rules.ts'

/** What the name of a file was matched with, which the operator can change before anything begins. */
export function MatchNote({ item }: { item: Item }) {
  const text = useText('consoleIngest')
  const { language } = useCallContext()
  const { match, target } = item
  if (!match) return null
  if (target && match.kind === 'made')
    return (
      <p className={styles.note}>
        {text.match.made} <TitleLink target={target}>{text.openTitle}</TitleLink>
      </p>
    )
  if (target) return match.kind === 'found' ? <p className={styles.note}>{text.match.found}</p> : null
  if (match.kind === 'noEpisode')
    return (
      <p className={styles.warning}>
        {text.match.noEpisode(match.series.title[language], text.episode(match.season, match.episode))}{' '}
        <a href={`#/titles/${match.series.programId}`}>{text.match.openSeries}</a>
      </p>
    )
  if (isNewTitle(item))
    return (
      <>
        {match.kind === 'choose' ? <ChooseNote itemId={item.itemId} match={match} /> : null}
        <NewTitleNote item={item} />
      </>
    )
  return <p className={styles.note}>{match.kind === 'several' ? text.match.several : text.match.looking}</p>
}

type Choose = Extract<Match, { readonly kind: 'choose' }>

/** Why none of the titles of this name is proposed, and which they are. */
function ChooseNote({ itemId, match }: { itemId: string; match: Choose }) {
  const text = useText('consoleIngest')
  const { among, why, film } = match
  return (
    <div>
      <p className={styles.warning}>{why === 'otherYear' ? text.match.otherYear(film.year ?? 0) : text.match[why]}</p>
      {among.length > 0 ? (
        <FoundTargets list={among} onChoose={(target) => changeItem(itemId, { target, match: undefined })} />
      ) : null}
    </div>
  )
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
  const fresh = items.filter(isNewTitle).filter(({ match }) => match.kind !== 'choose' && match.film.name.trim() !== '')
  const startable = items.filter(
    ({ target, startsWhenReady, subtitles }) =>
      target !== undefined && !startsWhenReady && subtitles.every(({ language }) => language.trim() !== ''),
  )
  const stopped = items.flatMap(({ media, subtitles }) => [media, ...subtitles]).filter(isStopped)
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
      {stopped.length > 1 ? (
        <Button size="s" onClick={() => resumeAll()}>
          {text.resumeAll(stopped.length)}
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

const isStopped = ({ state }: QueuedFile): boolean => STOPPED.includes(state)

const TEXT_MAX = 100

/** Proposes a title for each file that has none, by its name; for the first the one that it is `chosenFor`. Nothing begins by that. */
export async function matchFiles(itemIds: readonly string[], chosenFor?: string): Promise<void> {
  for (const [at, itemId] of itemIds.entries()) {
    const item = queue.get().items.find((one) => one.itemId === itemId)
    if (item && !item.target) await matchFile(item, at === 0 ? chosenFor : undefined)
  }
}

async function matchFile({ itemId, media }: Item, chosenFor: string | undefined): Promise<void> {
  const film = readName(media.file.name)
  changeItem(itemId, { match: { kind: 'looking' } })
  const { season, episode } = film
  const asked = season === null || episode === null ? {} : { season, episode }
  const search = async (text: string): Promise<readonly FoundTarget[] | undefined> => {
    const answer = await consoleClient.call(targets, { text: text.slice(0, TEXT_MAX), ...asked })
    return answer.result === 'FAILED' ? undefined : answer.list
  }
  const parts = chosenFor === undefined ? [] : ((await search(chosenFor)) ?? [])
  const own = parts.filter(({ programId }) => programId === chosenFor)
  const found = own.length > 0 ? [] : await search(film.name)
  // Chosen meanwhile.
  if (queue.get().items.find((one) => one.itemId === itemId)?.match?.kind !== 'looking') return
  if (!found) return changeItem(itemId, { match: undefined })
  const { match, target } = matchWithin(film, own, isQueued) ?? matchOf(film, found, isQueued)
  changeItem(itemId, { match, ...(target && { target }) })
}

const isQueued = ({ programGuid }: IngestTarget): boolean =>
  queue.get().items.some(({ role, target }) => role === 'film' && target?.programGuid === programGuid)

type NewTitle = Item & { readonly match: Extract<Match, { readonly film: NamedFilm }> }

const isNewTitle = (item: Item): item is NewTitle =>
  item.target === undefined && item.match !== undefined && 'film' in item.match

/** Of one file, with the other episodes of its series. */
async function createDraftOf(item: NewTitle): Promise<void> {
  const files = queue
    .get()
    .items.filter(isNewTitle)
    .map((one) => ({ item: one, film: one.match.film }))
  const group = draftGroups(files).find((each) => each.some((one) => one.item.itemId === item.itemId)) ?? []
  await createDrafts(group.map((one) => one.item))
}

/** Drafts of titles that are not there, each with what the names of its files say. */
async function createDrafts(items: readonly NewTitle[]): Promise<void> {
  for (const group of draftGroups(items.map((item) => ({ item, film: item.match.film })))) {
    const { name } = group[0]!.film
    const answer = await consoleClient.call(saveDraft, {
      draft: draftOf(group.map(({ film }) => film)),
      baseVersion: 0,
    })
    for (const { item, film } of group) {
      if (answer.result === 'FAILED')
        changeItem(item.itemId, { match: { kind: 'failed', film, message: answer.message } })
      else changeItem(item.itemId, { match: { kind: 'made' }, target: targetOf(answer.programId, { ...film, name }) })
    }
  }
}

const textOf = (name: string) => ({
  zh_HK: /\p{Script=Han}/u.test(name) ? name : '',
  en_US: /\p{Script=Han}/u.test(name) ? '' : name,
})

function draftOf(films: readonly NamedFilm[]): TitleContent {
  const { name, year, episode } = films[0]!
  const content = { ...EMPTY_TITLE, title: textOf(name), releaseYear: year ?? EMPTY_TITLE.releaseYear }
  if (episode === null) return content
  const numbers = new Map(films.map((film) => [`${film.season} ${film.episode}`, film]))
  const episodes = [...numbers.values()].map((film) => ({
    ...EMPTY_EPISODE,
    season: film.season ?? 1,
    episode: film.episode ?? 1,
  }))
  return { ...content, programType: 'drama', classify: 'drama', episodes: sortedEpisodes(episodes) }
}

/** As the server names the episodes of a draft. */
function targetOf(programId: string, { name, season, episode }: NamedFilm): IngestTarget {
  const programGuid = season === null || episode === null ? programId : `${programId}.s${season}e${episode}`
  return { programId, programGuid, title: { zh_HK: name, en_US: name }, season, episode }
}
