import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { imageToken } from './image-uploads.ts'
import { programCard } from './programs.ts'
import { flag, id, instant } from './wire-values.ts'

/** `STUDENT_REVIEW` */
export const CODE_NAME = /^[A-Z0-9][A-Z0-9_]{0,39}$/

export const CAMPAIGN_MAX = {
  blocks: 20,
  fields: 12,
  titles: 24,
  links: 3,
  steps: 6,
  choices: 30,
  submissions: 5,
} as const

export const ANSWER_MAX = { text: 200, longText: 2_000 } as const

export const CAMPAIGN_STATES = ['upcoming', 'running', 'ended'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** A path of the site (`/warriors48`), or an https address that the operator lists. */
const link = z.object({ label: z.string(), to: z.string() })
export type CampaignLink = z.output<typeof link>

const text = z.object({
  kind: z.literal('text'),
  title: z.string(),
  paragraphs: z.array(z.string()),
  steps: z.array(z.object({ title: z.string(), text: z.string() })),
  links: z.array(link),
})

const image = z.object({
  kind: z.literal('image'),
  imageURL: z.string(),
  imageAlt: z.string(),
  caption: z.string(),
  to: z.optional(z.string()),
})

const video = z.object({ kind: z.literal('video'), title: z.string(), program: programCard })

const rows = z.object({
  kind: z.literal('rows'),
  title: z.string(),
  showLandscape: z.boolean(),
  free: z.boolean(),
  list: z.array(programCard),
})

const code = z.object({ kind: z.literal('code'), title: z.string(), text: z.string() })

const asked = {
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  required: z.boolean(),
  half: z.boolean(),
}
const limits = { min: z.number(), max: z.number() }
const field = z.discriminatedUnion('type', [
  /** Limits in graphemes. */
  z.object({ type: z.literal('text'), ...asked, ...limits }),
  z.object({ type: z.literal('longText'), ...asked, ...limits }),
  z.object({ type: z.literal('email'), ...asked }),
  z.object({ type: z.literal('phone'), ...asked }),
  z.object({
    type: z.literal('choice'),
    ...asked,
    choices: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
  z.object({ type: z.literal('title'), ...asked, list: z.array(programCard) }),
  z.object({ type: z.literal('image'), ...asked }),
])
export type CampaignField = z.output<typeof field>

const consent = z.object({ version: z.string(), text: z.string(), links: z.array(link) })

const form = z.object({
  kind: z.literal('form'),
  title: z.string(),
  text: z.string(),
  submitText: z.string(),
  note: z.string(),
  thanks: z.string(),
  fields: z.array(field),
  terms: consent,
  marketing: z.optional(consent),
})
export type CampaignForm = z.output<typeof form>

const block = z.discriminatedUnion('kind', [text, image, video, rows, form, code])
export type CampaignBlock = z.output<typeof block>

const codeName = z.string().check(z.maxLength(60), z.trim(), z.toUpperCase(), z.regex(CODE_NAME))

export const campaign = endpoint({
  wire: 'v2',
  path: '/campaign',
  viewer: 'anyone',
  cost: 5,
  summary: 'A campaign page by its code name: without blocks before it begins, without form and code after its end.',
  input: z.object({ codeName }),
  output: z.object({
    codeName: z.string(),
    state: z.enum(CAMPAIGN_STATES),
    kicker: z.string(),
    title: z.string(),
    lead: z.string(),
    audience: z.string(),
    imageURL: z.string(),
    imagePreview: z.optional(z.string()),
    startsAt: z.optional(instant),
    endsAt: z.optional(instant),
    endedText: z.string(),
    blocks: z.array(block),
  }),
  refuses: ['NOT_FOUND', 'REGION_REFUSED'],
})
export type Campaign = z.output<typeof campaign.output>

const answers = z.pipe(
  z.union([z.record(z.string(), z.string()), z.pipe(z.string().check(z.maxLength(40_000)), z.transform(jsonOf))]),
  z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(ANSWER_MAX.longText * 10))),
)

function jsonOf(typed: string): Record<string, string> {
  try {
    return JSON.parse(typed) as Record<string, string>
  } catch {
    return typed as unknown as Record<string, string>
  }
}

export const campaignSubmit = endpoint({
  wire: 'v2',
  path: '/campaign/submit',
  viewer: 'anyone',
  changes: true,
  cost: 20,
  summary:
    'Sends the form of a campaign; answers the number of the submission. Idempotent by the submissionId that the client makes.',
  input: z.object({
    codeName,
    submissionId: id,
    answers,
    agreeTerms: z._default(flag, false),
    termsVersion: z.string().check(z.maxLength(40)),
    marketingVersion: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: z.object({ submissionNumber: z.string() }),
  refuses: ['INVALID_INPUT', 'NOT_FOUND', 'REGION_REFUSED', 'WINDOW_CLOSED', 'CONFLICT', 'TOO_MANY_TRIES'],
})

export const isImageToken = (answer: string): boolean => z.safeParse(imageToken, answer).success
