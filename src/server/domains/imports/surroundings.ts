import type { Db } from '#server/kit/db.ts'
import { findNamedPeople, findNamedTags } from '../catalogue/index.ts'
import { type FoundFiles, uploadNames } from './files.ts'
import { findImported, type ImportedTitle } from './imports.repo.ts'
import { idsOf, readEntry, textsOf } from './names.rules.ts'
import { planTitle, type Surroundings, type TitlePlan } from './plan.ts'
import type { ImportsDeps, Origin } from './ports.ts'
import type { TitleLine } from './title-lines.rules.ts'

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
    uploads: new Map(uploads.map((upload) => [upload.name, upload])),
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
