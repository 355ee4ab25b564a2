import { readFile } from 'node:fs/promises'
import type { LineProblem } from '#contract/title-imports.ts'
import { AppError } from '#contract/errors.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { outageOf } from '#server/kit/outage.ts'
import { newId } from '#server/kit/ids.ts'
import type { Log } from '#server/kit/log.ts'
import { inJob } from '#server/kit/request-context.ts'
import { recordAudit } from '../audit/index.ts'
import { episodeGuid, type NamedPerson } from '../catalogue/index.ts'
import { IngestError } from '../media/index.ts'
import { findFiles, type FoundFiles } from './files.ts'
import {
  finishImports,
  type ImportedFile,
  type ImportedTitle,
  lockImports,
  nextRow,
  type OpenRow,
  takeRow,
  writeImported,
  writeOutcome,
} from './imports.repo.ts'
import { createKnownPeople } from './names.rules.ts'
import { importedSource, isNewPerson, type TitlePlan, keptImages, planLine, sharedOf } from './plan.ts'
import type { ImportsDeps } from './ports.ts'
import { readTitleLine } from './title-lines.rules.ts'

/**
 * Carries out the rows of imports, each in a transaction of its own. Several workers may run it concurrently. `importId`: of this one
 * alone.
 */
export async function carryOutDue(
  deps: ImportsDeps,
  { log, importId }: { log: Log; importId?: string },
): Promise<void> {
  const { db, clock, media, titles } = deps
  let after: OpenRow | undefined
  for (;;) {
    const row = await nextRow(db, { nodeId: media.nodeId, importId, after })
    if (!row) break
    if ((await inJob(row.requestId, 'import title', () => tryRow(row))) === 'busy') after = row
  }
  await finishImports(db, clock.now())

  async function tryRow(row: OpenRow): Promise<'done' | 'busy'> {
    let share: Share | undefined
    try {
      share = await carryOut(row)
      if (share === undefined) return 'busy'
    } catch (error) {
      // Another transaction is at the title: the next run tries again.
      if (error instanceof AppError && error.code === 'UNAVAILABLE') return 'busy'
      // What it would say of this title it would say of all: the next run goes on.
      if (isDiskFull(error) || outageOf(error)) throw error
      await refuse(row, error)
    }
    // The title is imported by now. What is not copied is copied later (media).
    for (const one of share ?? []) await one()
    return 'done'
  }

  async function refuse(row: OpenRow, error: unknown): Promise<void> {
    const { importId, position, reference, lines } = row
    if (!(error instanceof AppError || error instanceof IngestError))
      log.error({ err: error, importId, reference }, 'a title was not imported')
    const code = error instanceof AppError || error instanceof IngestError ? error.code : 'INTERNAL'
    const problem = { is: 'notNow', code, line: lines[0]!.line, column: null } as const
    await writeOutcome(db, {
      importId,
      position,
      outcome: 'wrong',
      problems: [problem],
      programId: null,
      jobs: row.jobs,
    })
  }

  /** @returns what is done once it is committed; undefined when another worker is at it */
  async function carryOut(row: OpenRow): Promise<Share | undefined> {
    const line = readTitleLine({ reference: row.reference, lines: row.lines })
    const before = await sharedOf({ media, reader: db }, [line], row)
    const known = before.imported.get(line.reference)
    const found = await findFiles({ origin: row, uploads: before.uploads }, line, known?.files ?? {})
    const registered = await registerImages(found, known)
    return inTransaction(db, async (tx) => {
      if (!(await takeRow(tx, row))) return undefined
      await lockImports(tx)
      const shared = await sharedOf({ media, reader: tx }, [line], row)
      const imported = shared.imported.get(line.reference)
      const people = createKnownPeople(shared.people)
      const { editorId: operatorId, tries } = row
      const around = { ...shared, ...registered, people, operatorId, tries, now: clock.now() }
      const files = { ...found, problems: [...found.problems, ...registered.problems] }
      const plan = await planLine(deps, tx, { line, found: files, imported, around, lock: true })
      return apply(tx, row, { plan, programId: imported?.programId ?? newId() })
    })
  }

  /** Those that were imported as they are, and others from their files. */
  async function registerImages(found: FoundFiles, known: ImportedTitle | undefined) {
    const images = keptImages(found, known)
    const problems: LineProblem[] = []
    for (const { path, wanted, file } of found.images) {
      if (file === undefined || images.has(path)) continue
      try {
        images.set(path, await deps.images.add(await readFile(file), wanted.name))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        problems.push({ is: 'imageRefused', file: wanted.name, line: wanted.line, column: wanted.column })
      }
    }
    return { images, problems }
  }

  /** @returns what is done once the transaction is committed */
  async function apply(
    tx: Tx,
    row: OpenRow,
    { plan, programId }: { plan: TitlePlan; programId: string },
  ): Promise<Share> {
    const { importId, position, reference, editorId: operatorId, actor } = row
    const { outcome, problems, isPublished, fields } = plan
    const done = { importId, position, outcome, problems }
    if (outcome === 'wrong') {
      await writeOutcome(tx, { ...done, programId: null, jobs: row.jobs })
      return []
    }
    const content = await withPeople(tx, plan)
    if (plan.writes) await write(tx, { row, plan, programId, content })
    const ingests = await addIngests(tx, row, { plan, programId, isPublic: content.restriction !== 'III' })
    const files = { ...plan.files, ...ingests.files }
    const asIds = { ...fields, ...peopleOf(fields, content) }
    const at = clock.now()
    await writeImported(tx, { reference, programId, fields: asIds, files, published: isPublished, at })
    const own = new Set([...row.jobs, ...ingests.jobIds])
    const jobs = Object.values(files).flatMap(({ jobId }) => (jobId !== undefined && own.has(jobId) ? [jobId] : []))
    await writeOutcome(tx, { ...done, programId, jobs: [...new Set(jobs)] })
    if (outcome === 'unchanged') return []
    const entry = { at, actor, operatorId, bulkId: importId, subject: `title:${programId}`, action: 'import title' }
    const details = {
      reference,
      outcome,
      published: isPublished,
      ingests: ingests.jobIds,
      people: plan.newPeople.length,
    }
    await recordAudit(tx, { ...entry, details })
    return ingests.share
  }

  type Writing = { row: OpenRow; plan: TitlePlan; programId: string; content: TitlePlan['content'] }

  async function write(
    tx: Tx,
    { row: { editorId: operatorId, actor }, plan, programId, content }: Writing,
  ): Promise<void> {
    if (!plan.isPublished) {
      await titles.saveDraft(tx, { operatorId }, { programId, content, baseVersion: plan.baseVersion })
      return
    }
    const version = plan.baseVersion > 0 ? plan.baseVersion : undefined
    await titles.publication.publish(tx, { operatorId, actor }, { programId, content, version })
    if (plan.replacedDraft) await titles.dropDraft(tx, { programId, operatorId, content: plan.replacedDraft })
  }

  async function withPeople(tx: Tx, { content, newPeople }: TitlePlan): Promise<TitlePlan['content']> {
    const ids: string[] = []
    for (const name of newPeople) ids.push((await deps.people.save(tx, { name })).personId)
    const known = (list: readonly NamedPerson[]): NamedPerson[] =>
      list.map((person) =>
        isNewPerson(person.personId) ? { ...person, personId: ids[Number(person.personId.slice(4))]! } : person,
      )
    return { ...content, directors: known(content.directors), actors: known(content.actors) }
  }

  /** One of all files of a film or episode. */
  async function addIngests(
    tx: Tx,
    { operatorId }: OpenRow,
    { plan: { sources }, programId, isPublic }: { plan: TitlePlan; programId: string; isPublic: boolean },
  ) {
    const files: Record<string, ImportedFile> = {}
    const [jobIds, share]: [string[], Share] = [[], []]
    const byEpisode = Map.groupBy(sources, ({ wanted, file }) => `${wanted.episode} ${file.path === undefined}`)
    for (const group of byEpisode.values()) {
      const [, season, episode] = /^S(\d+)E(\d+)$/.exec(group[0]!.wanted.episode) ?? []
      const programGuid = season ? episodeGuid(programId, Number(season), Number(episode)) : programId
      const target = { title: { programId, programGuid }, hasPreview: isPublic }
      const jobId = group[0]!.file.path === undefined ? await uploaded(group) : await below(group)
      jobIds.push(jobId)
      for (const source of group) Object.assign(files, Object.fromEntries([importedSource(source, jobId)]))

      function uploaded(found: typeof group): Promise<string> {
        const sent = found.map(({ wanted: { role }, file, subtitles }) => ({
          role,
          uploadId: file.uploadId!,
          subtitles: subtitles.map((one) => ({ language: one.language, uploadId: one.uploadId! })),
        }))
        return media.uploadedIngests.start(tx, { ...target, sources: sent, operatorId })
      }

      async function below(found: typeof group): Promise<string> {
        const local = found.map(({ wanted: { role }, file, subtitles }) => ({
          role,
          file: file.path!,
          subtitles: subtitles.map(({ language, path }) => ({ language, file: path! })),
        }))
        const added = await media.ingest.addIn(tx, { ...target, sources: local })
        share.push(added.share)
        return added.jobId
      }
    }
    return { files, jobIds, share }
  }
}

type Share = (() => Promise<void>)[]

/** New people have their ids by now. */
const peopleOf = (fields: object, content: TitlePlan['content']) => ({
  ...('directors' in fields && { directors: content.directors.map(({ personId }) => personId) }),
  ...('actors' in fields && { actors: content.actors.map(({ personId }) => personId) }),
})
