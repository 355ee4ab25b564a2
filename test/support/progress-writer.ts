import { groupBookmarks } from '#server/domains/library/index.ts'
import { openDb } from '#server/kit/db.ts'

/**
 * A process that writes the watch progress of many profiles at once and prints `<profileId> <position>` for each acknowledged report. It
 * runs until it is killed. Arguments: the database, the profiles as JSON, and the first position.
 */
const [url = '', profiles = '[]', first = '1'] = process.argv.slice(2)
const writes = groupBookmarks(openDb({ url, max: 2 }).db)
const START = Temporal.Instant.from('2026-11-01T00:00:00Z')

async function reportFor(profileId: string): Promise<void> {
  for (let position = Number(first); ; position++) {
    // oxlint-disable-next-line no-await-in-loop -- a player reports in order
    await writes.add({
      profileId,
      programId: 'film',
      programGuid: 'film',
      season: 0,
      episode: 0,
      position,
      duration: 1_000_000,
      finished: false,
      at: START.add({ seconds: position }),
    })
    process.stdout.write(`${profileId} ${position}\n`)
  }
}

await Promise.all((JSON.parse(profiles) as string[]).map(reportFor))
