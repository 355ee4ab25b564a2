import { EMPTY_TITLE } from '#contract/admin/new-title.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import type { ImportColumn, ImportProblem, LineProblem } from '#contract/title-imports.ts'
import {
  blockingIssues,
  type NamedPerson,
  type NamedTag,
  openLicences,
  findNamedPeople,
  findNamedTags,
} from '../catalogue/index.ts'
import { fileKey, type FoundFiles, uploadNames } from './files.ts'
import { type ImportedFile, type ImportedTitle, type ImportOutcome, findImported } from './imports.repo.ts'
import { type Fields, fieldsOf, mergeLine } from './merge.rules.ts'
import { findPerson, findTag, type KnownPeople, readEntry, idsOf, textsOf } from './names.rules.ts'
import type { Place, TitleLine } from './title-lines.rules.ts'
import type { Db } from '#server/kit/db.ts'
import type { ImportsDeps, Origin } from './ports.ts'

type Source = FoundFiles['sources'][number]

interface Draft {
  readonly operatorId: string
  readonly content: TitleContent
  readonly baseVersion: number
}

/** What the service has of a title. */
export interface CurrentTitle {
  readonly imported: ImportedTitle | undefined
  readonly stored:
    | {
        readonly version: number
        readonly state: string
        readonly takenDownAt: unknown
        readonly content: TitleContent
      }
    | undefined
  readonly drafts: readonly Draft[]
}

export interface Surroundings {
  readonly operatorId: string
  readonly people: KnownPeople
  readonly tags: readonly NamedTag[]
  /** Of images that were registered, by path. */
  readonly images: ReadonlyMap<string, string>
  /** Of ingests of earlier imports. */
  readonly jobs: ReadonlyMap<string, string>
  readonly tries: number
  readonly now: Temporal.Instant
}

/** What it costs, and whether it plays for nothing. */
export interface TitlePrice {
  readonly credits: number
  readonly isFree: boolean
}

/** What a line would do to a title. */
export interface TitlePlan {
  readonly outcome: ImportOutcome
  readonly problems: readonly LineProblem[]
  readonly isPublished: boolean
  /** Whether title or draft are written. */
  readonly writes: boolean
  /** Of a title that is stored. */
  readonly priceChange: { readonly before: TitlePrice; readonly after: TitlePrice } | undefined
  readonly content: TitleContent
  readonly fields: Fields
  /** Names without a person. Their `personId` in the content is `new:` and the place in this list. */
  readonly newPeople: readonly NamedPerson['name'][]
  readonly sources: readonly Source[]
  readonly files: Readonly<Record<string, ImportedFile>>
  /** The content of the own draft that a publication takes the place of. */
  readonly replacedDraft: TitleContent | undefined
  readonly baseVersion: number
}

const NEW = 'new:'

export const isNewPerson = (personId: string): boolean => personId.startsWith(NEW)

/** Pure: the same before and during an import. */
export function planTitle(
  line: TitleLine,
  { found, now, around }: { found: FoundFiles; now: CurrentTitle; around: Surroundings },
): TitlePlan {
  const problems: LineProblem[] = [...line.problems, ...found.problems]
  const tell = ({ line: number, column }: Place, problem: ImportProblem) =>
    void problems.push({ ...problem, line: number, column })
  const { stored, drafts } = now
  const exists = stored !== undefined || drafts.length > 0
  const imported = exists ? now.imported : undefined
  const isPublished = line.isPublished ?? imported?.published ?? false
  const start = startOf(line, now, { isPublished, ...around })
  if (!line.hasTitle && !exists) {
    tell({ line: line.line, column: 'reference' }, { is: 'seriesUnknown', reference: line.reference })
  }
  const named = namesOf(line, around, tell)
  const values = new Map([
    ...[...line.values].map(([path, { value }]) => [path, value] as const),
    ...named.values,
    ...imagesOf(found, around),
  ])
  const merged = mergeLine(start.content, { base: imported?.fields ?? {}, values })
  if (exists) for (const path of merged.conflicts) tell(placeOf(line, path), { is: 'changedElsewhere', value: path })
  const sources = wantedSources(found, imported?.files ?? {}, around)
  const needsPublication = isPublished && (stored === undefined || start.ownDraft !== undefined)
  const writes = !exists || merged.changed.length > 0 || needsPublication
  if (start.isStale) tell({ line: line.line, column: 'state' }, { is: 'changedElsewhere', value: 'draft' })
  // What is wrong with a cell is told once.
  const isTold = (place: Place) => problems.some((one) => one.line === place.line && one.column === place.column)
  const tellOnce = (place: Place, problem: ImportProblem) => isTold(place) || tell(place, problem)
  if (isPublished && writes) refusePublication(merged.content, { line, now }, tellOnce)
  const outcome = !exists ? 'added' : writes || sources.length > 0 ? 'changed' : 'unchanged'
  return {
    outcome: problems.length > 0 ? 'wrong' : outcome,
    problems: problems.toSorted((a, b) => a.line - b.line),
    isPublished,
    writes,
    priceChange: isPublished && stored ? priceChangeOf(stored.content, merged.content) : undefined,
    content: merged.content,
    fields: { ...imported?.fields, ...fieldsOf(values) },
    newPeople: named.newPeople,
    sources,
    files: { ...imported?.files, ...filesOf(found, around) },
    replacedDraft: isPublished ? start.ownDraft : undefined,
    baseVersion: start.baseVersion,
  }
}

const priceOf = ({ credits, vodTypes }: TitleContent): TitlePrice => ({
  credits,
  isFree: vodTypes.includes('FREE TO WATCH'),
})

function priceChangeOf(one: TitleContent, other: TitleContent): TitlePlan['priceChange'] {
  const [before, after] = [priceOf(one), priceOf(other)]
  return before.credits !== after.credits || before.isFree !== after.isFree ? { before, after } : undefined
}

interface Start {
  readonly content: TitleContent
  /** The own draft, which a publication takes the place of. */
  readonly ownDraft: TitleContent | undefined
  readonly baseVersion: number
  /** A draft of an earlier version than viewers see. */
  readonly isStale?: boolean
}

/** What the line is laid over: for a publication what viewers see, unless the last import made a draft of it; else the draft. */
function startOf(
  line: TitleLine,
  { stored, drafts, imported }: CurrentTitle,
  { isPublished, operatorId, now }: { isPublished: boolean; operatorId: string; now: Temporal.Instant },
): Start {
  const own = drafts.find((draft) => draft.operatorId === operatorId)
  const isAsDraft = own !== undefined && (!isPublished || imported?.published === false)
  if (stored && !isAsDraft) return { content: stored.content, ownDraft: undefined, baseVersion: stored.version }
  const draft = own ?? drafts[0]
  if (draft) {
    const isStale = stored !== undefined && isPublished && draft.baseVersion !== stored.version
    return { content: draft.content, ownDraft: own?.content, baseVersion: draft.baseVersion, isStale }
  }
  const at = now.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString({ fractionalSecondDigits: 3 })
  const windows = openLicences(now).map(({ region }) => ({ region: region as 'HK' | 'MO', startsAt: at, endsAt: null }))
  const programType = line.isSeries ? 'drama' : 'movie'
  return {
    content: { ...EMPTY_TITLE, programType, classify: programType, windows },
    ownDraft: undefined,
    baseVersion: 0,
  }
}

type Tell = (place: Place, problem: ImportProblem) => void

function namesOf({ people, tags }: TitleLine, around: Surroundings, tell: Tell) {
  const values = new Map<string, unknown>()
  const newPeople: NamedPerson['name'][] = []
  for (const [part, { names, place }] of people) {
    const found: NamedPerson[] = []
    for (const name of names) {
      const one = findPerson(readEntry(name), around.people)
      if ('problem' in one) tell(place, one.problem)
      else if ('person' in one) found.push(one.person)
      else found.push({ personId: newPersonId(newPeople, one.name), name: one.name })
    }
    values.set(part, found)
  }
  if (tags) {
    const found = tags.names.map((name) => findTag(readEntry(name), around.tags))
    for (const one of found) if ('problem' in one) tell(tags.place, one.problem)
    values.set(
      'tags',
      found.flatMap((one) => ('tag' in one ? [one.tag] : [])),
    )
  }
  return { values, newPeople }
}

/** Who directs and plays is one person. */
function newPersonId(list: NamedPerson['name'][], name: NamedPerson['name']): string {
  const at = list.findIndex((one) => one.zh_HK === name.zh_HK && one.en_US === name.en_US)
  return `${NEW}${at >= 0 ? at : list.push(name) - 1}`
}

function imagesOf({ images }: FoundFiles, around: Surroundings): [string, string][] {
  return images.flatMap(({ path, image }): [string, string][] => {
    const key = around.images.get(path) ?? image
    return key === undefined ? [] : [[path, key]]
  })
}

const COLUMN_OF: Readonly<Record<string, ImportColumn>> = {
  'title.zh_HK': 'titleZh',
  'title.en_US': 'titleEn',
  vodTypes: 'vod',
  restriction: 'class',
  releaseYear: 'year',
  programType: 'classify',
  images: 'keyart',
  episodes: 'episode',
}

function placeOf({ values, people, images, tags, line }: TitleLine, path: string): Place {
  const image = images.find((one) => one.path === path)?.file
  const named = path === 'tags' ? tags?.place : people.get(path as 'actors')?.place
  return values.get(path)?.place ?? image ?? named ?? { line, column: COLUMN_OF[path] ?? (path as ImportColumn) }
}

/** Its people and images are known to exist. */
function refusePublication(
  content: TitleContent,
  { line, now: { stored } }: { line: TitleLine; now: CurrentTitle },
  tell: Tell,
): void {
  const state = { line: line.line, column: 'state' } as const
  if (stored?.takenDownAt) tell(state, { is: 'titleTakenDown' })
  else if (stored?.state === 'withdrawn') tell(state, { is: 'changedElsewhere', value: 'withdrawn' })
  const references = {
    people: new Set([...content.directors, ...content.actors].map(({ personId }) => personId)),
    images: new Set(
      [...Object.values(content.images), ...content.episodes.map(({ image }) => image)].map(
        (key) => key.split('/')[0]!,
      ),
    ),
    programType: stored?.content.programType,
  }
  for (const { field, code, about = '' } of blockingIssues(content, references)) {
    const person = [...content.directors, ...content.actors].find(({ personId }) => personId === about)
    tell(placeOf(line, field), { is: 'titleIssue', code, about: person?.name.zh_HK ?? about })
  }
}

const isPrint = (one: ImportedFile | undefined, other: ImportedFile): boolean =>
  one !== undefined &&
  one.name === other.name &&
  one.bytes === other.bytes &&
  JSON.stringify(one.subtitles?.map(({ language, name, bytes }) => [language, name, bytes])) ===
    JSON.stringify(other.subtitles?.map(({ language, name, bytes }) => [language, name, bytes]))

const printOf = ({ file, subtitles }: Source): ImportedFile => ({
  name: file.name,
  bytes: file.bytes,
  subtitles: subtitles.map(({ language, name, bytes }) => ({ language, name, bytes })),
})

/** New ones, other ones, and those whose ingest failed; cancelled ones when an operator tries again. */
function wantedSources(
  { sources }: FoundFiles,
  files: Readonly<Record<string, ImportedFile>>,
  { jobs, tries }: Surroundings,
): Source[] {
  return sources.filter((source) => {
    const known = files[fileKey(source.wanted)]
    if (!known || !isPrint(known, printOf(source))) return true
    const state = known.jobId === undefined ? undefined : jobs.get(known.jobId)
    return state === 'failed' || (state === 'cancelled' && tries > 1)
  })
}

/** Those of sources are written with their ingests. */
const filesOf = ({ images }: FoundFiles, around: Surroundings): Record<string, ImportedFile> =>
  Object.fromEntries(
    images.map(({ path, name, bytes, image = around.images.get(path) ?? '' }) => [path, { name, bytes, image }]),
  )

export const importedSource = (source: Source, jobId: string): [string, ImportedFile] => [
  fileKey(source.wanted),
  { ...printOf(source), jobId },
]

export async function planLine(
  { titles }: Pick<ImportsDeps, 'titles'>,
  reader: Db,
  {
    line,
    ...given
  }: {
    line: TitleLine
    found: FoundFiles
    imported: ImportedTitle | undefined
    around: Surroundings
    lock?: boolean
  },
): Promise<TitlePlan> {
  const { found, imported, around, lock = false } = given
  const current = imported
    ? await titles.editable(reader, imported.programId, { lock })
    : { stored: undefined, drafts: [] }
  return planTitle(line, { found, now: { ...current, imported }, around })
}

/** What the lines name, read at once. */
export async function sharedOf(
  { media, reader }: Pick<ImportsDeps, 'media'> & { reader: Db },
  lines: readonly TitleLine[],
  { operatorId }: Pick<Origin, 'operatorId'>,
) {
  const people = lines.flatMap((line) => [...line.people.values()].flatMap(({ names }) => names.map(readEntry)))
  const tags = lines.flatMap((line) => line.tags?.names.map(readEntry) ?? [])
  const imported = await findImported(
    reader,
    lines.map(({ reference }) => reference),
  )
  const jobIds = imported.flatMap(({ files }) => Object.values(files).flatMap(({ jobId }) => jobId ?? []))
  const uploads = await media.uploads.named(reader, { operatorId, names: uploadNames(lines) })
  return {
    people: await findNamedPeople(reader, { personIds: idsOf(people), texts: textsOf(people) }),
    tags: await findNamedTags(reader, textsOf(tags)),
    imported: new Map(imported.map((one) => [one.reference, one])),
    jobs: await media.ingest.states(reader, jobIds),
    uploads: Map.groupBy(uploads, ({ name }) => name),
  }
}

/** Of images that were imported as they are, by path. */
export function keptImages({ images }: FoundFiles, known: ImportedTitle | undefined): Map<string, string> {
  const kept = new Map<string, string>()
  for (const { path, name, bytes } of images) {
    const before = known?.files[path]
    if (before?.image && before.name === name && before.bytes === bytes && bytes > 0) kept.set(path, before.image)
  }
  return kept
}
