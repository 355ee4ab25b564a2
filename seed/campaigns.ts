import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Campaigns } from '#server/domains/campaigns/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type ContentImport, importContent } from '#server/kit/content-import.ts'
import { contentProblem } from '#text/en_US/content-problems.ts'

/** Dependencies for seeding the demo's campaign pages. */
export interface CampaignsSeed {
  campaigns: Pick<Campaigns, 'isEmpty'>
  content: ContentImport
  clock: Clock
  say: (line: string) => void
}

const FILE = 'campaigns.jsonl'
/** A campaign with an end runs from the day before the demo is set up for this many days. */
const CAMPAIGN_DAYS = 60

/**
 * Imports the demo's campaign pages where there has never been one: an operator's changes stay. A page whose titles the catalogue does not have
 * is left out; the start never fails because of it.
 */
export async function seedCampaigns({ campaigns, content, clock, say }: CampaignsSeed): Promise<void> {
  if (!(await campaigns.isEmpty())) return
  const lines = (await readFile(join(import.meta.dirname, FILE), 'utf8')).split('\n').filter(Boolean)
  for (const line of lines) {
    const page = datedFrom(line, clock.now())
    const { problems } = await importContent(content, { content: page, file: FILE, actor: 'system' })
    const wrong = problems.filter(({ is }) => is !== 'titleUnknown')
    for (const problem of wrong) say(`Demo campaigns: left out: ${contentProblem(problem)}`)
  }
}

/** A record with its window now: whole days in Hong Kong. */
function datedFrom(line: string, now: Temporal.Instant): string {
  const record = JSON.parse(line) as { startsAt?: string; endsAt?: string }
  if (record.endsAt === undefined) return line
  const today = now.toZonedDateTimeISO('Asia/Hong_Kong').startOfDay()
  const startsAt = today.subtract({ days: 1 }).toInstant().toString()
  const endsAt = today.add({ days: CAMPAIGN_DAYS }).subtract({ seconds: 1 }).toInstant().toString()
  return JSON.stringify({ ...record, startsAt, endsAt })
}
