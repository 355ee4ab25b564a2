import type { Db } from '#server/kit/db.ts'
import {
  type Applied,
  type ContentChange,
  contentPart,
  type ImportProblem,
  type Upsert,
} from '#server/kit/content-part.ts'
import {
  findKnown,
  findStartsTaken,
  LISTING_SOURCES,
  lockTaken,
  upsertCinema,
  upsertFilm,
  upsertShowtimes,
} from './listings-import.repo.ts'
import { checkListings, LISTING_SCHEMAS, type ListingRecords, problemOf } from './listings-import.rules.ts'

/** Cinemas, their films and showtimes in `npm run content -- import`. */
export const listingsContent = contentPart({
  audit: { action: 'import cinemas', subject: 'cinema' },
  schemas: LISTING_SCHEMAS,
  sources: LISTING_SOURCES,
  check: checkListings,
  apply,
})

async function apply(tx: Db, records: ListingRecords, change: ContentChange): Promise<Applied> {
  const problems = await findProblems(tx, records)
  if (problems.length > 0) return { done: [], problems }
  const done: Upsert[] = []
  for (const one of records.cinema) done.push(await upsertCinema(tx, one, change))
  for (const one of records.cinemaFilm) done.push(await upsertFilm(tx, one, change))
  done.push(...(await upsertShowtimes(tx, records.showtime, change)))
  return { done, problems }
}

/** Problems of the lines by the state of the database. Locks the showtimes, so that nothing is redeemed meanwhile. */
async function findProblems(tx: Db, { cinema, cinemaFilm, showtime }: ListingRecords): Promise<ImportProblem[]> {
  const known = await findKnown(tx, {
    cinemaIds: showtime.map(({ cinemaId }) => cinemaId),
    filmIds: showtime.map(({ filmId }) => filmId),
    programIds: cinemaFilm.flatMap(({ programId }) => programId ?? []),
  })
  const cinemas = new Set([...known.cinemas, ...cinema.map(({ cinemaId }) => cinemaId)])
  const films = new Set([...known.films, ...cinemaFilm.map(({ filmId }) => filmId)])
  const locked = await lockTaken(
    tx,
    showtime.map(({ showtimeId }) => showtimeId),
  )
  const taken = new Map(locked.map((one) => [one.showtimeId, one]))
  const problems: ImportProblem[] = []
  for (const { line, programId } of cinemaFilm) {
    if (programId !== undefined && !known.titles.includes(programId))
      problems.push({ line, field: 'programId', is: 'titleUnknown', programId })
  }
  for (const record of showtime) {
    const { line, cinemaId, filmId, showtimeId } = record
    if (!cinemas.has(cinemaId)) problems.push({ line, field: 'cinemaId', is: 'cinemaUnknown', cinemaId })
    if (!films.has(filmId)) problems.push({ line, field: 'filmId', is: 'filmUnknown', filmId })
    const stored = taken.get(showtimeId)
    const problem = stored && problemOf(record, stored)
    if (problem) problems.push({ ...problem, line })
  }
  for (const { line, showtimeId } of await findStartsTaken(tx, showtime))
    problems.push({ line, field: 'startsAt', is: 'showtimeTaken', showtimeId })
  return problems
}
