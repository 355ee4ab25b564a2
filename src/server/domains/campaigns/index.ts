import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import type { Viewer } from '../viewer.ts'
import {
  type Content,
  FORM_DAYS_MAX,
  programIdsOf,
  CAMPAIGN_SCHEMAS,
  type CampaignRecord,
  type CampaignRecords,
  checkCampaigns,
  formOf,
  imagesOf,
} from './campaign-import.rules.ts'
import type { CampaignsDeps } from './campaigns-deps.ts'
import type { CampaignRow, ShownCampaign, ListedCampaign, OpenedSubmission, Submission } from './campaigns-model.ts'
import { findCampaign, hasNoCampaign, insertSentence, listCampaigns } from './campaigns.repo.ts'
import { deletedBefore, isOpenIn, stateOf, sentenceVersion, normalizeSubmissionNumber } from './campaigns.rules.ts'
import { imageSourceUrl, shownBlock, type Showing } from './shown-blocks.rules.ts'
import { createSubmissionSeal, type SubmissionSeal } from './submission-seal.ts'
import {
  countByCampaign,
  deleteOfAccount,
  deleteOld,
  findOfAccount,
  deleteSubmission,
  findSealed,
  findSubmission,
  findSubmissions,
  type SealedSubmission,
} from './submissions.repo.ts'
import { createSubmissions } from './submissions.service.ts'
import {
  type Applied,
  contentPart,
  type ContentPart,
  type ImportProblem,
  type Upsert,
} from '#server/kit/content-part.ts'
import { findKnown, upsertCampaign } from './campaign-import.repo.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { KeptImage } from '../uploads/index.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'

/**
 * Campaigns: pages of blocks, and their forms' submissions, sealed and deleted after their retention.
 * Owns campaign, campaign_sentence, campaign_submission, campaign_upload. Never decides title visibility, stores images or redeems codes.
 */
export type {
  ListedCampaign,
  OpenedSubmission,
  ShownBlock,
  ShownCampaign,
  Submission,
  SubmissionDraft,
} from './campaigns-model.ts'
export { stateOf } from './campaigns.rules.ts'

export type Campaigns = ReturnType<typeof createCampaigns>

const DUE_EVERY_MS = 3_600_000

export function createCampaigns(deps: CampaignsDeps) {
  const { db, clock, catalogue, cards, uploads, linkHosts } = deps
  const seal = createSubmissionSeal(deps.masterKey)
  const domainModule: DomainModule = {
    content: campaignContent(linkHosts),
    scheduledTasks: [{ name: 'campaign submissions', everyMs: DUE_EVERY_MS, run: deleteExpired }],
    personalData: { name: 'campaigns', collect, erase },
    gauges: [submissionsGauge(db)],
  }
  return {
    show,
    submit: createSubmissions({ ...deps, seal, find }),
    operators: createOperatorViews({ ...deps, seal }),
    isEmpty: () => hasNoCampaign(db),
    domainModule,
  }

  /** @throws NOT_FOUND; REGION_REFUSED */
  async function show(viewer: Viewer, codeName: string): Promise<ShownCampaign> {
    const { content, startsAt, endsAt } = await find(viewer, codeName)
    const state = stateOf({ startsAt, endsAt }, clock.now())
    const open = state === 'upcoming' ? [] : content.blocks
    const blocks = state === 'ended' ? open.filter(({ kind }) => kind !== 'form' && kind !== 'code') : open
    const titles = await catalogue.cards(viewer, programIdsOf({ ...content, blocks }))
    const { language } = viewer
    const showing: Showing = {
      codeName,
      language,
      linkHosts,
      cards: new Map(cards.localize(viewer, titles).map((card) => [card.programId, card])),
      images: new Map(titles.map(({ programId, images }) => [programId, images])),
      imageUrl: cards.imageUrl,
    }
    return {
      codeName,
      state,
      ...textsOf(content, language),
      imageURL: imageSourceUrl(content, showing),
      startsAt,
      endsAt,
      blocks: blocks.flatMap((block) => shownBlock(block, showing)),
    }
  }

  async function find({ region }: Pick<Viewer, 'region'>, codeName: string): Promise<CampaignRow> {
    const row = await findCampaign(db, codeName)
    if (!row) throw new AppError('NOT_FOUND')
    if (!isOpenIn(row.regions, region)) throw new AppError('REGION_REFUSED', { of: 'campaign' })
    return row
  }

  async function deleteExpired(): Promise<void> {
    const before = deletedBefore(clock.now())
    await inTransaction(db, async (tx) => {
      await uploads.release(tx, await deleteOld(tx, { before, daysMax: FORM_DAYS_MAX }))
    })
  }

  async function collect({ accountId }: Person): Promise<unknown> {
    return (await findOfAccount(db, accountId)).map((sealed) => {
      const { accountId: _, ...opened } = seal.open(sealed)
      return opened
    })
  }

  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    await uploads.release(tx, await deleteOfAccount(tx, accountId))
  }
}

const textsOf = ({ kicker, title, lead, audience, endedText }: Content, language: Language) => ({
  kicker: kicker?.[language] ?? '',
  title: title[language],
  lead: lead?.[language] ?? '',
  audience: audience?.[language] ?? '',
  endedText: endedText?.[language] ?? '',
})

const submissionsGauge = (db: Db): Gauge => ({
  name: 'harbour_campaign_submissions',
  help: 'Submissions of campaign forms that are kept.',
  labels: ['campaign'],
  read: async () =>
    (await countByCampaign(db)).map(({ codeName, count }) => ({ value: count, labels: { campaign: codeName } })),
})

export const campaignContent = (linkHosts: readonly string[]): ContentPart =>
  contentPart({
    audit: { action: 'import campaigns', subject: 'campaigns' },
    schemas: CAMPAIGN_SCHEMAS,
    check: (records) => checkCampaigns(records, linkHosts),
    apply,
  })

async function apply(tx: Db, { campaign: records }: CampaignRecords, at: Temporal.Instant): Promise<Applied> {
  const problems = await findProblems(tx, records)
  if (problems.length > 0) return { done: [], problems }
  const done: Upsert[] = []
  for (const record of records) {
    done.push(await upsertCampaign(tx, record, at))
    await keepSentences(tx, record, at)
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
      .map((programId) => ({ line: record.line, message: `programId: there is no title ${programId}` })),
    ...imagesOf(record)
      .filter((key) => !known.images.includes(key))
      .map((key) => ({
        line: record.line,
        message: `image: there is no image ${key}; npm run campaigns -- image adds one`,
      })),
  ])
}

const LIST_MAX = 1_000
const EXPORT_BATCH = 100

type OfSubmission = OperatorAction & { readonly submissionNumber: string }

export interface ExportedSubmission {
  readonly submission: OpenedSubmission
  readonly images: readonly (KeptImage & { readonly field: string })[]
}

/** Reading a submission is audited. */
function createOperatorViews(deps: CampaignsDeps & { seal: SubmissionSeal }) {
  const { db, clock, images, uploads, seal } = deps
  return {
    list: (): Promise<ListedCampaign[]> => listCampaigns(db),
    /** @returns its key @throws ImageRefused for an unsupported or too large file */
    addImage: (file: string, name: string): Promise<string> => images.register({ file }, { name }),
    submissions,
    show,
    image,
    exportAll,
    remove,
  }

  async function submissions(codeName: string): Promise<Submission[]> {
    await requireCampaign(codeName)
    return findSubmissions(db, { codeName, limit: LIST_MAX })
  }

  function show(action: OfSubmission): Promise<OpenedSubmission> {
    return act(action, 'open campaign submission', async (_tx, sealed) => seal.open(sealed))
  }

  /** The first image without `field`. */
  async function image(action: OfSubmission & { field?: string | undefined }): Promise<KeptImage> {
    const { field } = action
    const { imageFields, uploadIds } = await act(action, 'open campaign image', async (_tx, sealed) => sealed)
    const uploadId = field === undefined ? uploadIds[0] : uploadIds[imageFields.indexOf(field)]
    const kept = uploadId === undefined ? undefined : await uploads.read(uploadId)
    if (!kept) throw operatorRefusal({ is: 'submissionWithoutImage', submissionNumber: action.submissionNumber })
    return kept
  }

  /** @returns how many */
  async function exportAll(
    { codeName, actor, reason }: OperatorAction & { codeName: string },
    take: (exported: ExportedSubmission) => Promise<void>,
  ): Promise<number> {
    await requireCampaign(codeName)
    const subject = `campaign:${codeName}`
    await inTransaction(db, (tx) =>
      recordAudit(tx, { at: clock.now(), actor, action: 'export campaign submissions', subject, reason }),
    )
    let count = 0
    let after = ''
    for (;;) {
      const batch = await findSealed(db, { codeName, after, limit: EXPORT_BATCH })
      const last = batch.at(-1)
      if (!last) return count
      for (const sealed of batch)
        await take({ submission: seal.open(sealed), images: await readImages(uploads, sealed) })
      count += batch.length
      after = last.submissionNumber
    }
  }

  async function remove(action: OfSubmission): Promise<void> {
    await act(action, 'delete campaign submission', async (tx, { submissionNumber }) => {
      await uploads.release(tx, (await deleteSubmission(tx, submissionNumber)) ?? [])
    })
  }

  async function requireCampaign(codeName: string): Promise<void> {
    const known = await listCampaigns(db)
    if (!known.some((one) => one.codeName === codeName)) throw operatorRefusal({ is: 'campaignUnknown', codeName })
  }

  function act<T>(
    { submissionNumber, actor, reason }: OfSubmission,
    action: string,
    work: (tx: Db, sealed: SealedSubmission) => Promise<T>,
  ): Promise<T> {
    return inTransaction(db, async (tx) => {
      const sealed = await findSubmission(tx, normalizeSubmissionNumber(submissionNumber))
      if (!sealed) throw operatorRefusal({ is: 'submissionUnknown', submissionNumber })
      const subject = `submission:${sealed.submissionNumber}`
      await recordAudit(tx, { at: clock.now(), actor, action, subject, reason })
      return work(tx, sealed)
    })
  }
}

type Images = ExportedSubmission['images']

async function readImages(
  uploads: CampaignsDeps['uploads'],
  { imageFields, uploadIds }: SealedSubmission,
): Promise<Images> {
  const read = await Promise.all(uploadIds.map((uploadId) => uploads.read(uploadId)))
  return read.flatMap((kept, at) => (kept ? [{ ...kept, field: imageFields[at] ?? '' }] : []))
}
