import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import type { Viewer } from '../viewer.ts'
import { campaignContent } from './campaign-import.service.ts'
import { type Content, FORM_DAYS_MAX, programIdsOf } from './campaign-import.rules.ts'
import type { CampaignsDeps } from './campaigns-deps.ts'
import type { CampaignRow, ShownCampaign } from './campaigns-model.ts'
import { findCampaign, hasNoCampaign } from './campaigns.repo.ts'
import { deletedBefore, isOpenIn, stateOf } from './campaigns.rules.ts'
import { createOperatorViews } from './operator-views.service.ts'
import { imageSourceUrl, shownBlock, type Showing } from './shown-blocks.rules.ts'
import { createSubmissionSeal } from './submission-seal.ts'
import { countByCampaign, deleteOfAccount, deleteOld, findOfAccount } from './submissions.repo.ts'
import { createSubmissions } from './submissions.service.ts'

export type Campaigns = ReturnType<typeof createCampaigns>

const DUE_EVERY_MS = 3_600_000

/** Shows campaign pages, and takes what people send with their forms. */
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
    /** Whether there has never been a campaign. */
    isEmpty: () => hasNoCampaign(db),
    domainModule,
  }

  /** A campaign for a viewer. @throws NOT_FOUND; REGION_REFUSED */
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

/** The texts about a page. */
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
