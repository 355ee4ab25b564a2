import { AppError } from '#contract/errors.ts'
import type { TitleIssue } from '#contract/admin/title-issues.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import { type Db, lockByName, type Tx } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import {
  advisoryIssues,
  blockingIssues,
  changedFields,
  changeOf,
  episodesOf,
  hashOfImage,
  imagesOf,
  isNarrower,
  type Surroundings,
} from './content.rules.ts'
import type { CatalogueDeps } from './ports.ts'
import {
  countRentals,
  addTags,
  findAssets,
  findStored,
  findSummary,
  findVersion,
  keepVersion,
  knownImages,
  knownPeople,
  linkPeople,
  removeOtherEpisodes,
  type StoredTitle,
  takeDraftAssets,
  titleDrafts,
  type VersionKind,
} from './title-content.repo.ts'
import { episodeGuid } from './drafts.rules.ts'
import type { AssetAttachment, Editor, Publication } from './titles-model.ts'
import {
  changeTitle,
  imagesOfOthers,
  insertTitle,
  lockTitleOfGuid,
  noteNarrowing,
  notifyChanged,
  publishTitle,
  replaceLicences,
  setState,
  setTakenDown,
  upsertEpisode,
} from './titles.repo.ts'

/** An image that a title names is allowed, one that none names any more is refused. */
interface ImageRefusals {
  refuse(tx: Db, hashes: readonly string[]): Promise<void>
  allow(tx: Db, hashes: readonly string[]): Promise<void>
}

export interface PublicationDeps extends Pick<CatalogueDeps, 'db' | 'clock' | 'titleFonts' | 'onTitlesChanged'> {
  /** Of the title's writer. */
  readonly attachAsset: (tx: Db, attachment: AssetAttachment) => Promise<unknown>
  readonly images: ImageRefusals
  /** Releases assets that no title uses. */
  readonly releaseAssets: (tx: Db, assetIds: readonly string[]) => Promise<void>
}

type TitleRef = { readonly programId: string; readonly version?: number | undefined }

export type TitlePublication = ReturnType<typeof createTitlePublication>

/** What viewers see of a title: each change makes a version. */
export function createTitlePublication(deps: PublicationDeps) {
  const { db, clock } = deps
  return {
    check,
    requirePublishable,
    publish,
    withdraw,
    bringBack,
    takeDown,
    liftTakeDown,
    write,
    writeState,
  }

  async function check(programId: string | undefined, content: TitleContent): Promise<TitleIssue[]> {
    const surroundings = await surroundingsOf(db, programId, content)
    return [...blockingIssues(content, surroundings), ...advisoryIssues(content, surroundings)]
  }

  async function surroundingsOf(tx: Db, programId: string | undefined, content: TitleContent): Promise<Surroundings> {
    const stored = programId === undefined ? undefined : await findSummary(tx, programId, clock.now())
    const assets = programId === undefined ? [] : await findAssets(tx, programId)
    const films = assets.filter(({ role }) => role === 'film')
    const guids = (list: typeof films) => new Set(list.map(({ programGuid }) => programGuid))
    return {
      people: await knownPeople(
        tx,
        [...content.directors, ...content.actors].map(({ personId }) => personId),
      ),
      images: await knownImages(tx, imagesOf(content).map(hashOfImage)),
      programType: stored?.content.programType,
      films: guids(films),
      subtitled: guids(films.filter(({ subtitleLanguages }) => subtitleLanguages.length > 0)),
      now: clock.now(),
    }
  }

  /** Locks the title. @throws AppError VERSION_CONFLICT; INVALID_INPUT for what may not be published */
  async function requirePublishable(
    tx: Tx,
    { programId, content, version }: Publication,
  ): Promise<StoredTitle | undefined> {
    const stored = await findStored(tx, programId, { lock: true })
    if ((stored?.version ?? 0) !== (version ?? 0)) throw await conflictOf(tx, stored)
    if (stored?.takenDownAt) throw operatorRefusal({ is: 'titleTakenDown' })
    const issues = blockingIssues(content, await surroundingsOf(tx, programId, content))
    if (issues.length > 0) throw operatorRefusal({ is: 'titleIncomplete', count: issues.length })
    return stored
  }

  /** A withdrawn title is shown again. @throws AppError as `requirePublishable` @returns the fields that changed */
  async function publish(tx: Tx, { actor, operatorId }: Editor, publication: Publication) {
    const { programId, content } = publication
    const stored = await requirePublishable(tx, publication)
    await titleDrafts.remove(tx, { id: programId, operatorId, content })
    const version = await write(tx, { stored, programId, content, actor, kind: 'publish' })
    return { version, fields: changedFields(stored?.content, content) }
  }

  type Write = {
    stored: StoredTitle | undefined
    programId: string
    content: TitleContent
    actor: string
    kind: VersionKind
  }

  async function write(tx: Tx, { stored, programId, content, actor, kind }: Write): Promise<number> {
    const at = clock.now()
    if (stored) await keepVersion(tx, { programId, actor: 'system', kind: 'import', at })
    if (stored && isNarrower(stored.content, content)) await noteNarrowing(tx, programId)
    const change = changeOf(content)
    await addTags(tx, change.tags ?? [])
    const { programType, classify, restriction, vodTypes, releaseYear } = content
    const writing = { ...change, programId, programType, classify, restriction, vodTypes, releaseYear }
    if (stored) await changeTitle(tx, { programId, change, at })
    else if (!(await insertTitle(tx, { writing, at }))) throw await conflictOf(tx, await findStored(tx, programId))
    await linkPeople(tx, programId, content)
    await replaceLicences(tx, { programId, licences: change.licences })
    await deps.releaseAssets(tx, await writeEpisodes(tx, programId, { stored, content }))
    if (!stored || (kind === 'publish' && stored.state !== 'published')) await publishTitle(tx, { programId, at })
    if (!stored) await attachDraftAssets(tx, programId)
    await deps.titleFonts.register([change.title.zh, change.title.en], tx)
    return finish(tx, { programId, actor, kind, at })
  }

  /** Of a series those of its episodes; of others that are gone nothing is attached. */
  async function attachDraftAssets(tx: Tx, programId: string): Promise<void> {
    for (const { attachment } of await takeDraftAssets(tx, programId)) {
      if (await lockTitleOfGuid(tx, attachment.programGuid)) await deps.attachAsset(tx, attachment)
    }
  }

  /** @returns the version that was made */
  async function finish(
    tx: Tx,
    { programId, actor, kind, at }: { programId: string; actor: string; kind: VersionKind; at: Temporal.Instant },
  ): Promise<number> {
    const version = await keepVersion(tx, { programId, actor, kind, at })
    if (version === undefined) throw new Error(`${programId} was changed without a new version`)
    await deps.onTitlesChanged?.(tx, [programId])
    await notifyChanged(tx)
    return version
  }

  /** @returns how many running rentals are refunded, which the rentals' own task does @throws AppError NOT_FOUND, VERSION_CONFLICT, CONFLICT */
  async function withdraw(tx: Tx, { actor }: Editor, ref: TitleRef): Promise<{ version: number; rentals: number }> {
    const version = await changeState(tx, { ...ref, actor, from: 'published', to: 'withdrawn' })
    return { version, rentals: await countRentals(tx, { programId: ref.programId, now: clock.now() }) }
  }

  /** @throws AppError as `withdraw` */
  async function bringBack(tx: Tx, { actor }: Editor, ref: TitleRef): Promise<{ version: number }> {
    return { version: await changeState(tx, { ...ref, actor, from: 'withdrawn', to: 'published' }) }
  }

  type StateChange = TitleRef & { actor: string; from: 'published' | 'withdrawn'; to: 'published' | 'withdrawn' }

  async function changeState(tx: Tx, { programId, version, actor, from, to }: StateChange): Promise<number> {
    const stored = await findStored(tx, programId, { lock: true })
    if (!stored) throw new AppError('NOT_FOUND')
    if (version !== undefined && stored.version !== version) throw await conflictOf(tx, stored)
    if (stored.state !== from) throw operatorRefusal({ is: 'titleState', state: stored.state })
    if (to === 'published' && stored.takenDownAt) throw operatorRefusal({ is: 'titleTakenDown' })
    return writeState(tx, { programId, actor, kind: to === 'withdrawn' ? 'withdraw' : 'publish', state: to })
  }

  type StateWrite = Pick<Write, 'programId' | 'actor' | 'kind'> & { state: 'published' | 'withdrawn' }

  async function writeState(tx: Tx, { programId, actor, kind, state }: StateWrite): Promise<number> {
    const at = clock.now()
    await keepVersion(tx, { programId, actor: 'system', kind: 'import', at })
    await setState(tx, { programId, state, at })
    return finish(tx, { programId, actor, kind, at })
  }

  /**
   * At once and whatever its version: withdrawn, with images that no other title shows refused. Each process refuses its streams, keys
   * and segments within 30 seconds; running rentals are refunded by the rentals' own task. @throws AppError NOT_FOUND, CONFLICT
   */
  async function takeDown(
    tx: Tx,
    { actor }: Editor,
    programId: string,
  ): Promise<{ version: number; rentals: number; images: number }> {
    const stored = await lockStored(tx, programId)
    if (stored.takenDownAt) throw operatorRefusal({ is: 'titleTakenDown' })
    const at = clock.now()
    const rentals = await countRentals(tx, { programId, now: at })
    const version =
      stored.state === 'published'
        ? await writeState(tx, { programId, actor, kind: 'withdraw', state: 'withdrawn' })
        : stored.version
    await setTakenDown(tx, { programId, at })
    const own = imagesOf(stored.content)
    const others = await imagesOfOthers(tx, { programId, images: own, areTakenDown: false })
    const refused = own.filter((image) => !others.has(image)).map(hashOfImage)
    await deps.images.refuse(tx, refused)
    await notifyChanged(tx)
    return { version, rentals, images: new Set(refused).size }
  }

  /** It stays withdrawn. @throws AppError NOT_FOUND, CONFLICT */
  async function liftTakeDown(tx: Tx, programId: string): Promise<{ version: number }> {
    const stored = await lockStored(tx, programId)
    if (!stored.takenDownAt) throw operatorRefusal({ is: 'titleNotTakenDown' })
    await setTakenDown(tx, { programId, at: null })
    const own = imagesOf(stored.content)
    const others = await imagesOfOthers(tx, { programId, images: own, areTakenDown: true })
    await deps.images.allow(tx, own.filter((image) => !others.has(image)).map(hashOfImage))
    await notifyChanged(tx)
    return { version: stored.version }
  }
}

/** @returns the assets of episodes that there are no more */
async function writeEpisodes(
  tx: Tx,
  programId: string,
  { stored, content }: { stored: StoredTitle | undefined; content: TitleContent },
): Promise<string[]> {
  const removed = await removeOtherEpisodes(tx, programId, content.episodes)
  const before = new Set(stored?.content.episodes.map((episode) => JSON.stringify(episodeKey(episode))))
  const changed = episodesOf({
    ...content,
    episodes: content.episodes.filter((episode) => !before.has(JSON.stringify(episodeKey(episode)))),
  })
  for (const draft of changed)
    await upsertEpisode(tx, { programId, programGuid: episodeGuid(programId, draft.season, draft.episode), draft })
  return removed
}

/** Equal for equal episodes, whatever the order of their properties. */
const episodeKey = ({ season, episode, title, description, image, ...at }: TitleContent['episodes'][number]) => [
  season,
  episode,
  [title.zh_HK, title.en_US, description.zh_HK, description.en_US, image],
  [at.startShowPoint, at.startPosition, at.endPosition],
]

async function conflictOf(tx: Tx, stored: StoredTitle | undefined): Promise<AppError> {
  if (!stored) return new AppError('NOT_FOUND')
  const { programId, version, content } = stored
  const kept = await findVersion(tx, programId, version)
  const { actor = 'system', at = Temporal.Instant.fromEpochMilliseconds(0) } = kept ?? {}
  return new AppError('VERSION_CONFLICT', { current: { version, content }, by: actor, at: at.toString() })
}

/** One after the other: two titles may share an image. */
async function lockStored(tx: Tx, programId: string): Promise<StoredTitle> {
  await lockByName(tx, 'take-down')
  const stored = await findStored(tx, programId, { lock: true })
  if (!stored) throw new AppError('NOT_FOUND')
  return stored
}
