import { type IngestTarget, targets } from '#contract/admin/ingest.ts'
import { EMPTY_EPISODE, EMPTY_TITLE } from '#contract/admin/new-title.ts'
import { saveDraft, type TitleContent } from '#contract/admin/titles.ts'
import { consoleClient } from '../../client/console-client.ts'
import { sortedEpisodes } from '../title/title-content.rules.ts'
import { draftGroups, matchOf, type NamedFilm, readName } from './file-match.rules.ts'
import { changeItem, queue } from './upload-queue.ts'
import type { Item } from './upload.rules.ts'

const TEXT_MAX = 100

/** Proposes a title for each file that has none, by its name. Nothing begins by that. */
export async function matchFiles(itemIds: readonly string[]): Promise<void> {
  for (const itemId of itemIds) {
    const item = queue.get().items.find((one) => one.itemId === itemId)
    if (item && !item.target) await matchFile(item)
  }
}

async function matchFile({ itemId, media }: Item): Promise<void> {
  const film = readName(media.file.name)
  changeItem(itemId, { match: { kind: 'looking' } })
  const { season, episode } = film
  const asked = season === null || episode === null ? {} : { season, episode }
  const answer = await consoleClient.call(targets, { text: film.name.slice(0, TEXT_MAX), ...asked })
  // Chosen meanwhile.
  if (queue.get().items.find((one) => one.itemId === itemId)?.match?.kind !== 'looking') return
  if (answer.result === 'FAILED') return changeItem(itemId, { match: undefined })
  const { match, target } = matchOf(film, answer.list)
  changeItem(itemId, { match, ...(target && { target }) })
}

export type NewTitle = Item & { readonly match: { readonly kind: 'new' | 'failed'; readonly film: NamedFilm } }

export const isNewTitle = (item: Item): item is NewTitle =>
  item.target === undefined && (item.match?.kind === 'new' || item.match?.kind === 'failed')

/** Of one file, with the other episodes of its series. */
export async function createDraftOf(item: NewTitle): Promise<void> {
  const files = queue
    .get()
    .items.filter(isNewTitle)
    .map((one) => ({ item: one, film: one.match.film }))
  const group = draftGroups(files).find((each) => each.some((one) => one.item.itemId === item.itemId)) ?? []
  await createDrafts(group.map((one) => one.item))
}

/** Drafts of titles that are not there, each with what the names of its files say. */
export async function createDrafts(items: readonly NewTitle[]): Promise<void> {
  for (const group of draftGroups(items.map((item) => ({ item, film: item.match.film })))) {
    const { name } = group[0]!.film
    const answer = await consoleClient.call(saveDraft, {
      draft: draftOf(group.map(({ film }) => film)),
      baseVersion: 0,
    })
    for (const { item, film } of group) {
      if (answer.result === 'FAILED')
        changeItem(item.itemId, { match: { kind: 'failed', film, message: answer.message } })
      else changeItem(item.itemId, { match: { kind: 'found' }, target: targetOf(answer.programId, { ...film, name }) })
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
