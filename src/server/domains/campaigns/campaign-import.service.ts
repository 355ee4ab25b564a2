import type { Db } from '#server/kit/db.ts'
import {
  CAMPAIGN_SCHEMAS,
  type CampaignRecord,
  type CampaignRecords,
  checkCampaigns,
  formOf,
  imagesOf,
  programIdsOf,
} from './campaign-import.rules.ts'
import { CAMPAIGN_SOURCES, findKnown, insertSentence, upsertCampaign } from './campaigns.repo.ts'
import { sentenceVersion } from './campaigns.rules.ts'
import {
  type Applied,
  type ContentChange,
  contentPart,
  type ContentPart,
  type ImportProblem,
  type Upsert,
} from '#server/kit/content-part.ts'

export const campaignContent = (linkHosts: readonly string[]): ContentPart =>
  contentPart({
    audit: { action: 'import campaigns', subject: 'campaigns' },
    schemas: CAMPAIGN_SCHEMAS,
    sources: CAMPAIGN_SOURCES,
    check: (records) => checkCampaigns(records, linkHosts),
    apply,
  })

async function apply(tx: Db, { campaign: records }: CampaignRecords, change: ContentChange): Promise<Applied> {
  const problems = await findProblems(tx, records)
  if (problems.length > 0) return { done: [], problems }
  const done: Upsert[] = []
  for (const record of records) {
    done.push(await upsertCampaign(tx, record, change))
    await keepSentences(tx, record, change.at)
  }
  return { done, problems: [] }
}

/** Kept forever, as evidence of what people agreed to. */
async function keepSentences(tx: Db, record: CampaignRecord, at: Temporal.Instant): Promise<void> {
  const form = formOf(record)
  const { codeName } = record
  for (const purpose of ['terms', 'marketing'] as const) {
    const text = form?.[purpose]
    if (text)
      await insertSentence(tx, { version: sentenceVersion(codeName, purpose, text), codeName, purpose, text, at })
  }
}

async function findProblems(tx: Db, records: readonly CampaignRecord[]): Promise<ImportProblem[]> {
  const known = await findKnown(tx, {
    programIds: records.flatMap(programIdsOf),
    images: records.flatMap(imagesOf),
  })
  return records.flatMap((record) => [
    ...programIdsOf(record)
      .filter((programId) => !known.titles.includes(programId))
      .map((programId) => ({ line: record.line, field: 'programId', is: 'titleUnknown' as const, programId })),
    ...imagesOf(record)
      .filter((key) => !known.images.includes(key))
      .map((key) => ({
        line: record.line,
        field: 'image',
        is: 'imageUnknown' as const,
        key,
      })),
  ])
}
