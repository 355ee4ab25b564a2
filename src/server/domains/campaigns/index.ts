import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import type { Viewer } from '../viewer.ts'
import { type Content, FORM_DAYS_MAX, programIdsOf } from './campaign-import.rules.ts'
import type { CampaignsDeps } from './ports.ts'
import type { CampaignRow, ShownCampaign, SubmissionDraft, SubmissionSource } from './campaigns-model.ts'
import {
  findCampaign,
  hasNoCampaign,
  countByCampaign,
  deleteOfAccount,
  deleteOld,
  findOfAccount,
} from './campaigns.repo.ts'
import { deletedBefore, isOpenIn, stateOf } from './campaigns.rules.ts'
import { imageSourceUrl, shownBlock, type Showing } from './shown-blocks.rules.ts'
import { createSubmissionSeal } from './submission-seal.ts'
import { submitForm } from './submissions.service.ts'
import { createOperatorViews } from './operators.service.ts'
import { campaignContent } from './campaign-import.service.ts'

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
    submit,
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

  /** Idempotent. @returns the submission number @throws as `submitForm` */
  async function submit(viewer: Viewer, source: SubmissionSource, draft: SubmissionDraft): Promise<string> {
    return submitForm({ ...deps, seal, find }, viewer, { source, draft })
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
