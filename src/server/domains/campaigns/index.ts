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
  type Block,
  type FormBlock,
  type FormField,
  type Translated,
  isListedLink,
} from './campaign-import.rules.ts'
import type { CampaignsDeps } from './ports.ts'
import type {
  CampaignRow,
  ShownCampaign,
  SubmissionDraft,
  SubmissionSource,
  ShownBlock,
  ShownField,
  ShownLink,
} from './campaigns-model.ts'
import {
  findCampaign,
  typedCampaign,
  hasNoCampaign,
  countByCampaign,
  deleteOfAccount,
  deleteOld,
  findOfAccount,
} from './campaigns.repo.ts'
import { deletedBefore, isOpenIn, stateOf, paragraphsOf, sentenceVersion } from './campaigns.rules.ts'
import { createSubmissionSeal } from './submission-seal.ts'
import { submitForm } from './submissions.service.ts'
import { createOperatorSubmissions, createOperatorViews } from './operators.service.ts'
import { campaignContent } from './campaign-import.service.ts'
import type { ProgramCard } from '#contract/programs.ts'
import type { TitleImages } from '../catalogue/index.ts'

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
export { normalizeSubmissionNumber, stateOf } from './campaigns.rules.ts'
export { campaignSubject, subjectOf } from './operators.service.ts'

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
    /** For the commands. */
    operators: createOperatorViews({ ...deps, seal }),
    operatorSubmissions: createOperatorSubmissions({ ...deps, seal }),
    isEmpty: () => hasNoCampaign(db),
    domainModule,
  }

  /** @throws NOT_FOUND; REGION_REFUSED */
  async function show(viewer: Viewer, codeName: string): Promise<ShownCampaign> {
    const { content, startsAt, endsAt } = await find(viewer, codeName)
    const state = stateOf({ startsAt, endsAt }, viewer.now ?? clock.now())
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

  async function find({ region, preview }: Pick<Viewer, 'region' | 'preview'>, codeName: string): Promise<CampaignRow> {
    const typed = preview?.campaigns.get(codeName)
    const row = typed ? typedCampaign(typed) : await findCampaign(db, codeName)
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

/** Titles that the viewer may not see have no card and no images. */
interface Showing {
  readonly codeName: string
  readonly language: Language
  readonly linkHosts: readonly string[]
  readonly cards: ReadonlyMap<string, ProgramCard>
  readonly images: ReadonlyMap<string, TitleImages>
  readonly imageUrl: (key: string) => string
}

type ImageSource = { programId?: string | undefined; art: keyof TitleImages; image?: string | undefined }

/** Empty if there is none or its title is hidden. */
function imageSourceUrl({ programId, art, image }: ImageSource, { images, imageUrl }: Showing): string {
  if (image !== undefined) return imageUrl(image)
  const ofTitle = programId === undefined ? undefined : images.get(programId)
  return ofTitle ? imageUrl(ofTitle[art] || ofTitle.art || ofTitle.landscape) : ''
}

/** Empty when nothing of it can be shown. */
function shownBlock(block: Block, showing: Showing): ShownBlock[] {
  const say = (translated: Translated | undefined): string => translated?.[showing.language] ?? ''
  switch (block.kind) {
    case 'text':
      return [
        {
          kind: 'text',
          title: say(block.title),
          paragraphs: paragraphsOf(say(block.text)),
          steps: block.steps.map(({ title, text }) => ({ title: say(title), text: say(text) })),
          links: shownLinks(block.links, showing),
        },
      ]
    case 'image':
      return shownImage(block, showing)
    case 'video': {
      const program = showing.cards.get(block.programId)
      return program?.trailer ? [{ kind: 'video', title: say(block.title), program }] : []
    }
    case 'rows': {
      const list = shownTitles(block.programIds, showing)
      const free = list.every(({ vodTypes }) => vodTypes.includes('FREE TO WATCH'))
      const { showLandscape } = block
      return list.length > 0 ? [{ kind: 'rows', title: say(block.title), showLandscape, free, list }] : []
    }
    case 'code':
      return [{ kind: 'code', title: say(block.title), text: say(block.text) }]
    case 'form':
      return [shownForm(block, showing)]
  }
}

function shownImage(block: Extract<Block, { kind: 'image' }>, showing: Showing): ShownBlock[] {
  const imageURL = imageSourceUrl(block, showing)
  if (imageURL === '') return []
  const { language, linkHosts } = showing
  const isLink = block.to !== undefined && isListedLink(block.to, linkHosts)
  return [
    {
      kind: 'image',
      imageURL,
      imageAlt: block.alt?.[language] ?? '',
      caption: block.caption?.[language] ?? '',
      ...(isLink && { to: block.to }),
    },
  ]
}

function shownForm(form: FormBlock, showing: Showing): Extract<ShownBlock, { kind: 'form' }> {
  const { codeName, language } = showing
  const say = (translated: Translated | undefined): string => translated?.[language] ?? ''
  const consent = (purpose: 'terms' | 'marketing', sentence: Translated) => ({
    version: sentenceVersion(codeName, purpose, sentence),
    text: sentence[language],
    links: purpose === 'terms' ? shownLinks(form.termsLinks, showing) : [],
  })
  return {
    kind: 'form',
    title: say(form.title),
    text: say(form.text),
    submitText: say(form.submitText),
    note: say(form.note),
    thanks: say(form.thanks),
    fields: form.fields.flatMap((field) => shownField(field, showing)),
    terms: consent('terms', form.terms),
    ...(form.marketing && { marketing: consent('marketing', form.marketing) }),
  }
}

function shownField(field: FormField, showing: Showing): ShownField[] {
  const { language } = showing
  const { name, required, half } = field
  const asked = { name, required, half, label: field.label[language], hint: field.hint?.[language] ?? '' }
  switch (field.type) {
    case 'text':
    case 'longText':
      return [{ type: field.type, ...asked, min: field.min, max: field.max }]
    case 'choice': {
      const choices = field.choices.map(({ value, label }) => ({ value, label: label[language] }))
      return [{ type: 'choice', ...asked, choices }]
    }
    case 'title':
      return [{ type: 'title', ...asked, list: shownTitles(field.programIds, showing) }]
    default:
      return [{ type: field.type, ...asked }]
  }
}

const shownTitles = (programIds: readonly string[], { cards }: Showing): ProgramCard[] =>
  programIds.flatMap((programId) => cards.get(programId) ?? [])

/** Drops links whose host is no longer listed. */
const shownLinks = (
  links: readonly { label: Translated; to: string }[],
  { language, linkHosts }: Showing,
): ShownLink[] =>
  links.filter(({ to }) => isListedLink(to, linkHosts)).map(({ label, to }) => ({ label: label[language], to }))
