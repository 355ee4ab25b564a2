import type { LineProblem } from '#contract/title-imports.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { NamedPerson } from '../catalogue/index.ts'
import type { DomainModule } from '../domain-module.ts'
import { carryOutDue } from './carry-out.service.ts'
import { continueImport, countPriced, countRows, findLines, insertRetry, lockImport } from './continuations.repo.ts'
import { findFiles, type FoundFiles, sharedNames, uploadNames } from './files.ts'
import {
  findImport,
  findImported,
  type ImportedTitle,
  type ImportOutcome,
  type ImportProgress,
  type ImportQuery,
  insertImport,
  listImports,
  listRows,
  readRows,
  reopenRows,
} from './imports.repo.ts'
import { readManifest } from './manifest.rules.ts'
import { createKnownPeople } from './names.rules.ts'
import { type Surroundings, type TitlePlan, type TitlePrice, keptImages, planLine, sharedOf } from './plan.ts'
import type { ImportsDeps, Origin } from './ports.ts'
import { groupLines, readTitleLine, type TitleLine } from './title-lines.rules.ts'

/**
 * Imports of titles: files of an operator's own catalogue, CSV or JSON Lines. Owns title_import, title_import_row, imported_title. Reads what
 * a file says and lays it over what there is; writes titles through `catalogue`, images through `images`, films through `media`. Fetches nothing
 * from an address, and reads no file outside of the folder.
 */
export type { ImportProgress, ListedRow } from './imports.repo.ts'

export interface ImportRequest {
  readonly operatorId: string
  readonly actor: string
  readonly fileName: string
  readonly bytes: Uint8Array
  /** `{hash}/{name}` by the name of its file; null where several have the name. */
  readonly images?: Readonly<Record<string, string | null>>
  /** Instead of the setting. */
  readonly folder?: string
}

export interface CheckedTitle {
  readonly reference: string
  readonly line: number
  readonly title: { readonly zh: string; readonly en: string }
  readonly outcome: ImportOutcome
  readonly isPublished: boolean
  readonly problems: readonly LineProblem[]
  /** Of films, trailers and openings that would be encoded. */
  readonly ingests: number
}

/** Of a stored title. */
export interface PriceChange {
  readonly reference: string
  readonly title: { readonly zh_HK: string; readonly en_US: string }
  readonly before: TitlePrice
  readonly after: TitlePrice
}

interface Prospect {
  readonly importId: string
  readonly operatorId: string
  /** From when on prices count for this operator. */
  readonly since: Temporal.Instant
}

/** What a retry or continuation would change. */
export interface Prospects {
  readonly changes: readonly PriceChange[]
  /** Of these: what does not count for this operator yet. */
  readonly counted: readonly PriceChange[]
  readonly fileName: string
  readonly by: string
  /** Who is responsible for it. */
  readonly editorId: string
}

interface Carried {
  readonly importId: string
  readonly operatorId: string
  readonly actor: string
  /** The second person, where it needed one. */
  readonly approvedBy: string | undefined
  readonly counted: readonly PriceChange[]
}

export interface ImportCheck {
  /** Of the file as a whole: then there are no titles. */
  readonly problems: readonly LineProblem[]
  readonly titles: readonly CheckedTitle[]
  /** That would be made, by name. */
  readonly newPeople: readonly NamedPerson['name'][]
}

const NO_FILES: FoundFiles = { sources: [], images: [], problems: [] }

const EVERY_MS = 2_000
const CHECKED_AT_ONCE = 200

export type TitleImports = ReturnType<typeof createTitleImports>

/** Files of titles: checked without a change, then carried out title by title, each in a transaction of its own. */
export function createTitleImports(deps: ImportsDeps) {
  const { db, clock, media } = deps
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'title imports', everyMs: EVERY_MS, run: ({ log }) => carryOutDue(deps, { log }) }],
  }
  return {
    read: readManifest,
    check,
    start,
    priceChanges,
    /** Titles whose prices an operator's imports have changed since without a second person. */
    countPriced,
    toRetry,
    toContinue,
    continueHeld,
    retry,
    carryOutDue: (given: Parameters<typeof carryOutDue>[1]) => carryOutDue(deps, given),
    list: (query: ImportQuery) => listImports(db, query),
    find,
    rows: (query: { importId: string; isOnlyWrong: boolean }, page: { after?: string | undefined; limit: number }) =>
      listRows(db, query, page),
    report: (tx: Tx, importId: string) => readRows(tx, importId),
    hasFolder: deps.folder !== undefined,
    domainModule,
  }

  function originOf(
    { operatorId, actor, images = {}, folder = deps.folder }: ImportRequest,
    lines: readonly TitleLine[],
  ): Origin {
    return { operatorId, actor, folder: folder ?? null, images, sharedNames: sharedNames(lines) }
  }

  /** A dry run. Titles stand in the order of the file. */
  async function check(request: ImportRequest): Promise<ImportCheck> {
    const manifest = readManifest(request.bytes)
    if (manifest.problems.length > 0) return { problems: manifest.problems, titles: [], newPeople: [] }
    const lines = groupLines(manifest.lines).map(readTitleLine)
    const origin = originOf(request, lines)
    const checked: CheckedTitle[] = []
    const people = createKnownPeople()
    const newPeople: NamedPerson['name'][] = []
    for (let from = 0; from < lines.length; from += CHECKED_AT_ONCE) {
      const part = lines.slice(from, from + CHECKED_AT_ONCE)
      const shared = await sharedOf({ media, reader: db }, part, origin)
      people.add(shared.people)
      for (const line of part) {
        const imported = shared.imported.get(line.reference)
        const found = await findFiles({ origin, uploads: shared.uploads }, line, imported?.files ?? {})
        const { operatorId } = origin
        const around = {
          ...shared,
          people,
          images: triedImages(found, imported),
          operatorId,
          tries: 1,
          now: clock.now(),
        }
        const plan = await planLine(deps, db, { line, found, imported, around })
        // An id that no plan gives its own new people.
        people.add(plan.newPeople.map((name, at) => ({ personId: `tried:${newPeople.length + at}`, name })))
        newPeople.push(...plan.newPeople)
        checked.push(checkedOf(line, plan))
      }
    }
    return { problems: [], titles: checked, newPeople }
  }

  /** Stored titles whose price, or watching for nothing, the file changes: also those that something else stops for now. */
  async function priceChanges(tx: Tx, { bytes, operatorId }: ImportRequest): Promise<PriceChange[]> {
    return priceChangesIn(tx, groupLines(readManifest(bytes).lines).map(readTitleLine), operatorId)
  }

  /**
   * What trying again what was wrong would change. Of another operator's import also what still waits: they are responsible for it then.
   * @throws AppError NOT_FOUND
   */
  async function toRetry(tx: Tx, of: Prospect): Promise<Prospects> {
    const found = await lockImport(tx, of.importId)
    if (!found) throw new AppError('NOT_FOUND')
    return prospectsOf(tx, { ...of, which: found.editorId === of.operatorId ? 'retry' : 'both' }, found)
  }

  /** What a held import would still change. @throws AppError NOT_FOUND; CONFLICT for one that is not held */
  async function toContinue(tx: Tx, of: Prospect): Promise<Prospects> {
    const found = await lockImport(tx, of.importId)
    if (!found) throw new AppError('NOT_FOUND')
    if (!found.isHeld) throw operatorRefusal({ is: 'workNotHeld' })
    return prospectsOf(tx, { ...of, which: 'waiting' }, found)
  }

  async function prospectsOf(
    tx: Tx,
    of: Prospect & { which: 'waiting' | 'retry' | 'both' },
    { fileName, by, editorId }: { fileName: string; by: string; editorId: string },
  ): Promise<Prospects> {
    const lines = await findLines(tx, of)
    const counted = new Set(lines.filter(({ isCounted }) => isCounted).map(({ reference }) => reference))
    const changes = await priceChangesIn(tx, lines.map(readTitleLine), of.operatorId)
    return { changes, counted: changes.filter(({ reference }) => !counted.has(reference)), fileName, by, editorId }
  }

  /** In the name of this operator. `counted`: as `toContinue`. */
  async function continueHeld(tx: Tx, given: Carried): Promise<void> {
    const at = clock.now()
    await continueImport(tx, { ...given, at })
    await countAs(tx, given, at)
  }

  async function countAs(tx: Tx, { importId, operatorId, approvedBy, counted }: Carried, at: Temporal.Instant) {
    if (counted.length === 0) return
    await insertRetry(tx, { importId, operatorId, prices: counted.length, approvedBy, at })
    if (approvedBy !== undefined) return
    const references = counted.map(({ reference }) => reference)
    await countRows(tx, { importId, references, operatorId, at })
  }

  async function priceChangesIn(tx: Tx, lines: readonly TitleLine[], operatorId: string): Promise<PriceChange[]> {
    const changes: PriceChange[] = []
    for (let from = 0; from < lines.length; from += CHECKED_AT_ONCE) {
      const part = lines.slice(from, from + CHECKED_AT_ONCE).filter(({ isPublished }) => isPublished !== false)
      const stored = await findImported(
        tx,
        part.map(({ reference }) => reference),
      )
      const byReference = new Map(stored.map((one) => [one.reference, one]))
      for (const line of part) {
        const imported = byReference.get(line.reference)
        if (!imported) continue
        const plan = await planLine(deps, tx, { line, found: NO_FILES, imported, around: aroundPrices(operatorId) })
        const { reference } = line
        if (plan.priceChange) changes.push({ reference, title: plan.content.title, ...plan.priceChange })
      }
    }
    return changes
  }

  /** People, tags and files make no price. */
  function aroundPrices(operatorId: string): Surroundings {
    const none = { people: createKnownPeople(), tags: [], images: new Map(), jobs: new Map() }
    return { ...none, operatorId, tries: 1, now: clock.now() }
  }

  /** @returns the import, whose titles a worker carries out @throws AppError INVALID_INPUT for a file that cannot be read as a whole */
  async function start(
    tx: Tx,
    request: ImportRequest & {
      readonly priceChanges?: readonly PriceChange[]
      readonly approvedBy?: string | undefined
    },
  ): Promise<{ importId: string; titles: number }> {
    const { lines, problems } = readManifest(request.bytes)
    if (problems.length > 0) throw operatorRefusal({ is: 'importUnreadable' })
    const rows = groupLines(lines).map((group) => ({ ...group, line: group.lines[0]!.line }))
    const importId = newId()
    const titleLines = rows.map(readTitleLine)
    const origin = originOf(request, titleLines)
    const names = uploadNames(titleLines)
    const uploads = await media.uploads.named(tx, { operatorId: origin.operatorId, names })
    const nodeId = origin.folder === null ? (uploads.find((one) => one.node_id)?.node_id ?? null) : deps.media.nodeId
    const { fileName, priceChanges: changes = [], approvedBy } = request
    const at = clock.now()
    const prices = approvedBy === undefined ? changes.length : 0
    await insertImport(tx, { ...origin, importId, fileName, nodeId, prices, approvedBy, at }, rows)
    const references = changes.map(({ reference }) => reference)
    if (prices > 0) await countRows(tx, { importId, references, operatorId: origin.operatorId, at })
    return { importId, titles: rows.length }
  }

  /**
   * `counted`: as `toRetry`. By another operator than the one who is responsible it is a continuation.
   * @returns how many titles are tried again @throws AppError CONFLICT when nothing went wrong
   */
  async function retry(tx: Tx, { editorId, ...given }: Carried & { editorId: string }): Promise<number> {
    const count = await reopenRows(tx, given.importId)
    if (count === 0) throw operatorRefusal({ is: 'importNothingToRetry' })
    const at = clock.now()
    if (editorId !== given.operatorId) await continueImport(tx, { ...given, at })
    await countAs(tx, given, at)
    return count
  }

  /** @throws AppError NOT_FOUND */
  async function find(importId: string): Promise<ImportProgress> {
    const found = await findImport(db, importId)
    if (!found) throw new AppError('NOT_FOUND')
    return found
  }
}

/** What is registered by an import alone stands for itself. */
function triedImages(found: FoundFiles, known: ImportedTitle | undefined): Map<string, string> {
  const tried = keptImages(found, known)
  for (const { path, file, name } of found.images) if (file !== undefined && !tried.has(path)) tried.set(path, name)
  return tried
}

function checkedOf(line: TitleLine, { outcome, problems, isPublished, content, sources }: TitlePlan): CheckedTitle {
  const { title } = content
  return {
    reference: line.reference,
    line: line.line,
    title: { zh: title.zh_HK, en: title.en_US },
    outcome,
    isPublished,
    problems,
    ingests: sources.length,
  }
}
