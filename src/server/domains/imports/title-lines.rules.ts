import type { TitleWindow } from '#contract/admin/titles.ts'
import { IMPORT_COLUMNS, type ImportColumn, type ImportProblem, type LineProblem } from '#contract/title-imports.ts'
import {
  type Cell,
  EPISODE_FIELDS,
  type FieldColumn,
  isUnreadable,
  type Read,
  readEpisode,
  readFileName,
  readLicensor,
  readNames,
  readReference,
  readSeason,
  readState,
  readSubtitles,
  TITLE_FIELDS,
  TITLE_IMAGES,
} from './cells.rules.ts'
import type { ManifestLine } from './manifest.rules.ts'

/** Where a value stands in the file. */
export interface Place {
  readonly line: number
  readonly column: ImportColumn
}

export interface NamedFile extends Place {
  readonly name: string
}

export interface WantedSource {
  /** Of an episode: `S1E2`; of the title itself empty. */
  readonly episode: string
  readonly role: 'film' | 'trailer' | 'opening'
  readonly file: NamedFile
  readonly subtitles: readonly { readonly language: string; readonly file: NamedFile }[]
}

export interface WantedImage {
  readonly path: string
  readonly file: NamedFile
}

/** A film or series as its lines say, with its episodes. Names of people, tags and files are not looked for yet. */
export interface TitleLine {
  readonly reference: string
  readonly line: number
  /** False where the file has lines of episodes only. */
  readonly hasTitle: boolean
  readonly isPublished: boolean | undefined
  readonly isSeries: boolean
  /** By path in the content: `title.zh_HK`, `S1E2.endPosition`. */
  readonly values: ReadonlyMap<string, { readonly value: unknown; readonly place: Place }>
  readonly people: ReadonlyMap<'directors' | 'actors', { readonly names: readonly string[]; readonly place: Place }>
  readonly tags: { readonly names: readonly string[]; readonly place: Place } | undefined
  readonly images: readonly WantedImage[]
  readonly sources: readonly WantedSource[]
  readonly problems: readonly LineProblem[]
}

/** The lines of one reference, in the order of the file. */
export interface LineGroup {
  readonly reference: string
  readonly lines: readonly ManifestLine[]
}

const isFilled = (cell: Cell | undefined): cell is Cell => cell !== undefined && cell.length > 0

/** Lines that name none are groups of their own, so that their problem is told. */
export function groupLines(lines: readonly ManifestLine[]): LineGroup[] {
  const groups = new Map<string, ManifestLine[]>()
  for (const line of lines) {
    const reference = String(line.cells.reference ?? '')
    const key = reference === '' ? `\n${line.line}` : reference
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups.values()].map((grouped) => ({
    reference: String(grouped[0]!.cells.reference ?? ''),
    lines: grouped,
  }))
}

export function readTitleLine({ lines }: LineGroup): TitleLine {
  const reading = createReading()
  const isEpisode = ({ cells }: ManifestLine) => isFilled(cells.episode)
  const [title, again] = lines.filter((line) => !isEpisode(line))
  const episodes = lines.filter(isEpisode)
  for (const { problems } of lines) reading.problems.push(...problems)
  if (again) reading.tell({ line: again.line, column: 'reference' }, { is: 'referenceTwice', line: title!.line })
  const first = title ?? episodes[0]!
  const reference = reading.read(first, 'reference', readReference) ?? ''
  const isPublished = title && reading.read(title, 'state', readState)
  if (title) readTitle(reading, title)
  for (const line of episodes) readEpisodeLine(reading, line)
  const isSeries = episodes.length > 0 || reading.values.get('classify')?.value === 'drama'
  const film = reading.sources.find(({ role, episode }) => role === 'film' && episode === '')
  if (isSeries && film) reading.tell(film.file, { is: 'filmOfSeries' })
  const { values, people, tags, images, sources, problems } = reading
  return {
    reference,
    line: first.line,
    hasTitle: title !== undefined,
    isPublished: isPublished === undefined ? undefined : isPublished === 'published',
    isSeries,
    values,
    people,
    tags: tags[0],
    images,
    sources,
    problems,
  }
}

function createReading() {
  const problems: LineProblem[] = []
  const values = new Map<string, { value: unknown; place: Place }>()
  const people = new Map<'directors' | 'actors', { names: string[]; place: Place }>()
  const tags: { names: string[]; place: Place }[] = []
  const images: WantedImage[] = []
  const sources: WantedSource[] = []
  return { problems, values, people, tags, images, sources, tell, read }

  function tell({ line, column }: Place, problem: ImportProblem): void {
    problems.push({ ...problem, line, column })
  }

  /** Undefined for a column that the file does not have, an empty cell, and one whose problem is told. */
  function read<T>({ cells, line }: ManifestLine, column: ImportColumn, reader: (cell: Cell) => Read<T>) {
    const cell = cells[column]
    if (cell === undefined) return undefined
    const place = { line, column }
    const found: Read<T> = isUnreadable(cell) ? { problem: { is: 'unreadable' } } : reader(cell)
    if ('value' in found) return found.value
    tell(place, found.problem)
    return undefined
  }
}

type Reading = ReturnType<typeof createReading>

function readFields(
  reading: Reading,
  line: ManifestLine,
  { fields, prefix = '' }: { fields: Readonly<Partial<Record<ImportColumn, FieldColumn>>>; prefix?: string },
): void {
  for (const [name, { path, read }] of Object.entries(fields)) {
    const column = name as ImportColumn
    const value = reading.read(line, column, read)
    if (value !== undefined) reading.values.set(`${prefix}${path}`, { value, place: { line: line.line, column } })
  }
}

function refuseOthers(reading: Reading, { cells, line }: ManifestLine, of: 'titles' | 'episodes'): void {
  for (const [name, cell] of Object.entries(cells)) {
    const column = name as ImportColumn
    // A series may say which season its lines are of.
    if (IMPORT_COLUMNS[column] !== of || !isFilled(cell) || column === 'season') continue
    reading.tell({ line, column }, { is: of === 'titles' ? 'onlyOfTitles' : 'onlyOfEpisodes' })
  }
}

function readTitle(reading: Reading, line: ManifestLine): void {
  refuseOthers(reading, line, 'episodes')
  readFields(reading, line, { fields: TITLE_FIELDS })
  readLicence(reading, line)
  if (line.cells.class === undefined) reading.tell({ line: line.line, column: 'class' }, { is: 'needed' })
  const names = [line.cells.titleZh, line.cells.titleEn]
  if (!names.some(isFilled)) reading.tell({ line: line.line, column: 'titleZh' }, { is: 'needed' })
  for (const part of ['directors', 'actors'] as const) {
    const found = reading.read(line, part, readNames)
    if (found) reading.people.set(part, { names: found, place: { line: line.line, column: part } })
  }
  const tags = reading.read(line, 'tags', readNames)
  if (tags) reading.tags.push({ names: tags, place: { line: line.line, column: 'tags' } })
  for (const [column, path] of Object.entries(TITLE_IMAGES)) {
    const file = fileIn(reading, line, column as ImportColumn)
    if (file) reading.images.push({ path, file })
  }
  readSources(reading, line, '')
}

/** Licensor and contract belong to windows: to all of the line. */
function readLicence(reading: Reading, line: ManifestLine): void {
  const licensor = reading.read(line, 'licensor', readLicensor)
  const contract = reading.read(line, 'contract', readLicensor)
  if (!licensor && !contract) return
  const windows = reading.values.get('windows')
  if (!windows) return reading.tell({ line: line.line, column: 'windows' }, { is: 'needed' })
  const licence = { ...(licensor && { licensor }), ...(contract && { contract }) }
  const value = (windows.value as readonly TitleWindow[]).map((window) => ({ ...window, ...licence }))
  reading.values.set('windows', { ...windows, value })
}

function readEpisodeLine(reading: Reading, line: ManifestLine): void {
  refuseOthers(reading, line, 'titles')
  const [season, number] = [reading.read(line, 'season', readSeason) ?? 1, reading.read(line, 'episode', readEpisode)]
  if (number === undefined) return
  const episode = `S${season}E${number}`
  if (reading.values.has(`${episode}.episode`))
    return reading.tell(
      { line: line.line, column: 'episode' },
      { is: 'titleIssue', code: 'EPISODE_TWICE', about: episode },
    )
  reading.values.set(`${episode}.episode`, { value: number, place: { line: line.line, column: 'episode' } })
  readFields(reading, line, { fields: EPISODE_FIELDS, prefix: `${episode}.` })
  const still = fileIn(reading, line, 'still')
  if (still) reading.images.push({ path: `${episode}.image`, file: still })
  readSources(reading, line, episode)
}

function fileIn(reading: Reading, line: ManifestLine, column: ImportColumn): NamedFile | undefined {
  const name = reading.read(line, column, (cell) => ({ value: readFileName(cell) }))
  return name ? { name, line: line.line, column } : undefined
}

function readSources(reading: Reading, line: ManifestLine, episode: string): void {
  const named = reading.read(line, 'subtitle', readSubtitles) ?? []
  const subtitles = named.map(({ language, name }) => ({
    language,
    file: { name, line: line.line, column: 'subtitle' as const },
  }))
  const roles = episode === '' ? (['film', 'trailer', 'opening'] as const) : (['film'] as const)
  for (const role of roles) {
    const file = fileIn(reading, line, role)
    if (file) reading.sources.push({ episode, role, file, subtitles: role === 'film' ? subtitles : [] })
  }
}
