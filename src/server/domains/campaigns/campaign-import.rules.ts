import * as z from 'zod/mini'
import { ANSWER_MAX, CAMPAIGN_MAX, CODE_NAME } from '#contract/campaigns.ts'
import type { ContentProblem, ContentRule } from '#contract/content-problems.ts'
import { REGIONS } from '#contract/regions.ts'
import { id } from '#contract/wire-values.ts'
import {
  instant,
  text,
  withdrawn,
  type ContentRecord,
  findRepeated,
  type ImportProblem,
} from '#server/kit/content-part.ts'

/** A path with query: `/warriors48` */
const SITE_PATH = /^\/(?:[A-Za-z0-9][\w-]*(?:\/[A-Za-z0-9][\w-]*)*)?(?:\?[\w.~%=&-]*)?$/

/** A path of the site, or https on one of the hosts without credentials or port. */
export function isListedLink(to: string, hosts: readonly string[]): boolean {
  if (SITE_PATH.test(to)) return true
  if (!/^https:\/\/[a-z0-9.-]+(?:[/?#][\x21-\x7e]*)?$/.test(to) || to.includes('\\') || !URL.canParse(to)) return false
  const { protocol, hostname, username, password, port } = new URL(to)
  return protocol === 'https:' && username === '' && password === '' && port === '' && hosts.includes(hostname)
}

const HTML = /<\/?[a-z!][^>]*>/i

/** Plain text. */
const translated = (max: number) => {
  const plain = text(max).check(z.refine((typed) => !HTML.test(typed), { error: 'notPlain' satisfies ContentRule }))
  return z.strictObject({ zh_HK: plain, en_US: plain })
}

const address = z.string().check(
  z.maxLength(300),
  z.refine((to) => SITE_PATH.test(to) || URL.canParse(to), {
    error: 'notAnAddress' satisfies ContentRule,
  }),
)
const link = z.strictObject({ label: translated(40), to: address })
const links = z._default(z.array(link).check(z.maxLength(CAMPAIGN_MAX.links)), [])

const imageSource = {
  programId: z.optional(id),
  art: z._default(z.enum(['hero', 'art', 'landscape', 'keyart']), 'art'),
  image: z.optional(z.string().check(z.regex(/^[0-9a-f]{24}\/[\w.-]{1,80}$/))),
}
const exactlyOneSource = z.refine<{ programId?: string | undefined; image?: string | undefined }>(
  ({ programId, image }) => (programId === undefined) !== (image === undefined),
  { error: 'oneSource' satisfies ContentRule },
)

const programIds = z.array(id).check(
  z.minLength(1),
  z.maxLength(CAMPAIGN_MAX.titles),
  z.refine((ids) => new Set(ids).size === ids.length, { error: 'titleTwice' satisfies ContentRule }),
)

const textBlock = z
  .strictObject({
    kind: z.literal('text'),
    title: z.optional(translated(60)),
    text: z.optional(translated(2_000)),
    steps: z._default(
      z
        .array(z.strictObject({ title: translated(40), text: z.optional(translated(120)) }))
        .check(z.maxLength(CAMPAIGN_MAX.steps)),
      [],
    ),
    links,
  })
  .check(
    z.refine(({ title, text, steps, links }) => Boolean(title ?? text ?? steps[0] ?? links[0]), {
      error: 'blockEmpty' satisfies ContentRule,
    }),
  )
const imageBlock = z
  .strictObject({
    kind: z.literal('image'),
    ...imageSource,
    alt: z.optional(translated(120)),
    caption: z.optional(translated(200)),
    to: z.optional(address),
  })
  .check(exactlyOneSource)
const videoBlock = z.strictObject({ kind: z.literal('video'), programId: id, title: z.optional(translated(60)) })
const rowsBlock = z.strictObject({
  kind: z.literal('rows'),
  title: translated(60),
  programIds,
  showLandscape: z._default(z.boolean(), false),
})
const codeBlock = z.strictObject({ kind: z.literal('code'), title: translated(60), text: z.optional(translated(300)) })

/** Names of the call's own parameters. */
const RESERVED = ['codeName', 'submissionId', 'answers', 'agreeTerms', 'termsVersion', 'marketingVersion']
const asked = {
  name: z.string().check(
    z.regex(/^[a-z][A-Za-z0-9]{0,31}$/),
    z.refine((name) => !RESERVED.includes(name), { error: 'nameReserved' satisfies ContentRule }),
  ),
  label: translated(60),
  hint: z.optional(translated(120)),
  required: z._default(z.boolean(), true),
  half: z._default(z.boolean(), false),
}
const length = (max: number) => ({
  min: z._default(z.int().check(z.minimum(1), z.maximum(max)), 1),
  max: z._default(z.int().check(z.minimum(1), z.maximum(max)), max),
})
const inOrder = z.refine<{ min: number; max: number }>(({ min, max }) => min <= max, {
  error: 'minAboveMax' satisfies ContentRule,
})
const choice = z.strictObject({ value: id, label: translated(60) })
const field = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), ...asked, ...length(ANSWER_MAX.text) }).check(inOrder),
  z.strictObject({ type: z.literal('longText'), ...asked, ...length(ANSWER_MAX.longText) }).check(inOrder),
  z.strictObject({ type: z.literal('email'), ...asked }),
  z.strictObject({ type: z.literal('phone'), ...asked }),
  z.strictObject({
    type: z.literal('choice'),
    ...asked,
    choices: z.array(choice).check(z.minLength(2), z.maxLength(CAMPAIGN_MAX.choices)),
  }),
  z.strictObject({ type: z.literal('title'), ...asked, programIds }),
  z.strictObject({ type: z.literal('image'), ...asked }),
])

const formBlock = z.strictObject({
  kind: z.literal('form'),
  title: translated(60),
  text: z.optional(translated(300)),
  submitText: z.optional(translated(20)),
  note: z.optional(translated(120)),
  thanks: z.optional(translated(300)),
  fields: z.array(field).check(z.minLength(1), z.maxLength(CAMPAIGN_MAX.fields)),
  terms: translated(300),
  termsLinks: links,
  marketing: z.optional(translated(200)),
  /** Per sender, or per answer to `oncePer` if given. */
  perSender: z._default(z.int().check(z.minimum(1), z.maximum(CAMPAIGN_MAX.submissions)), 1),
  oncePer: z.optional(z.string()),
})

const block = z.discriminatedUnion('kind', [textBlock, imageBlock, videoBlock, rowsBlock, formBlock, codeBlock])

const content = {
  kicker: z.optional(translated(40)),
  title: translated(40),
  lead: z.optional(translated(200)),
  audience: z.optional(translated(60)),
  endedText: z.optional(translated(300)),
  ...imageSource,
  blocks: z.array(block).check(z.minLength(1), z.maxLength(CAMPAIGN_MAX.blocks)),
}

const campaign = z.strictObject({
  kind: z.literal('campaign'),
  codeName: z.string().check(z.regex(CODE_NAME, { error: 'notACodeName' satisfies ContentRule })),
  regions: z._default(z.array(z.enum(REGIONS)).check(z.maxLength(REGIONS.length)), []),
  startsAt: z.optional(instant),
  endsAt: z.optional(instant),
  ...content,
  withdrawn,
})

export const CAMPAIGN_SCHEMAS = { campaign }

export type CampaignRecord = ContentRecord<z.output<typeof campaign>>
export interface CampaignRecords {
  readonly campaign: readonly CampaignRecord[]
}
export type Content = Readonly<z.output<z.ZodMiniObject<typeof content>>>
export type Block = z.output<typeof block>
export type FormBlock = z.output<typeof formBlock>
export type FormField = z.output<typeof field>
export type Translated = z.output<ReturnType<typeof translated>>

export const formOf = ({ blocks }: Pick<Content, 'blocks'>): FormBlock | undefined =>
  blocks.find((one) => one.kind === 'form')

export const programIdsOf = ({ programId, blocks }: Pick<Content, 'programId' | 'blocks'>): string[] => [
  ...new Set([...(programId === undefined ? [] : [programId]), ...blocks.flatMap(titlesOf)]),
]

function titlesOf(one: Block): string[] {
  if (one.kind === 'form') return one.fields.flatMap((asks) => (asks.type === 'title' ? asks.programIds : []))
  if (one.kind === 'rows') return one.programIds
  return (one.kind === 'image' || one.kind === 'video') && one.programId !== undefined ? [one.programId] : []
}

export const imagesOf = ({ image, blocks }: Pick<Content, 'image' | 'blocks'>): string[] => [
  ...(image === undefined ? [] : [image]),
  ...blocks.flatMap((one) => (one.kind === 'image' && one.image !== undefined ? [one.image] : [])),
]

/** Bounds the retention of answers. */
export const FORM_DAYS_MAX = 366

/** `linkHosts`: external hosts that links may lead to. */
export function checkCampaigns({ campaign: records }: CampaignRecords, linkHosts: readonly string[]): ImportProblem[] {
  return [
    ...findRepeated(records.map(({ line, codeName }) => ({ line, name: `campaign ${codeName}` }))),
    ...records.flatMap((record) => problemsOf(record, linkHosts).map((problem) => ({ ...problem, line: record.line }))),
  ]
}

type Problem = ContentProblem & { readonly field?: string }

function problemsOf(record: CampaignRecord, linkHosts: readonly string[]): Problem[] {
  const { blocks, programId, image } = record
  const many = (['form', 'code'] as const).filter((kind) => blocks.filter((one) => one.kind === kind).length > 1)
  const unlisted = linksOf(record).filter((to) => !isListedLink(to, linkHosts))
  return [
    ...windowProblems(record),
    ...(programId !== undefined && image !== undefined ? [{ is: 'oneSource' as const }] : []),
    ...many.map((kind) => ({ field: 'blocks', is: 'blockTwice' as const, kind })),
    ...unlisted.map((to) => ({ field: 'to', is: 'linkUnlisted' as const, to })),
    ...formProblems(formOf(record)),
  ]
}

function windowProblems({ startsAt, endsAt, ...record }: CampaignRecord): Problem[] {
  if (startsAt !== undefined && endsAt !== undefined) {
    const hours = Temporal.Instant.from(startsAt).until(Temporal.Instant.from(endsAt)).total('hours')
    if (hours <= 0) return [{ field: 'endsAt', is: 'endsEarly' }]
    return formOf(record) && hours > FORM_DAYS_MAX * 24
      ? [{ field: 'endsAt', is: 'formTooLong', days: FORM_DAYS_MAX }]
      : []
  }
  return formOf(record) ? [{ field: 'endsAt', is: 'formWindow' }] : []
}

function formProblems(form: FormBlock | undefined): Problem[] {
  if (!form) return []
  const names = form.fields.map(({ name }) => name)
  const repeated = names.filter((name, at) => names.indexOf(name) < at)
  const once = form.fields.find(({ name }) => name === form.oncePer)
  const isSubject = once?.required === true && (once.type === 'title' || once.type === 'choice')
  return [
    ...repeated.map((name) => ({ field: 'fields', is: 'nameTwice' as const, name })),
    ...(form.oncePer === undefined || isSubject ? [] : [{ field: 'oncePer', is: 'oncePerUnfit' as const }]),
  ]
}

const linksOf = ({ blocks }: Pick<Content, 'blocks'>): string[] =>
  blocks.flatMap((one) => {
    if (one.kind === 'text') return one.links.map(({ to }) => to)
    if (one.kind === 'form') return one.termsLinks.map(({ to }) => to)
    return one.kind === 'image' && one.to !== undefined ? [one.to] : []
  })
