import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { imageToken } from './image-uploads.ts'
import { programCard } from './programs.ts'
import { flag, id, instant } from './wire-values.ts'

/** The code name of a campaign as operators write it: `STUDENT_REVIEW`. */
export const CODE_NAME = /^[A-Z0-9][A-Z0-9_]{0,39}$/

/** Blocks of a campaign, fields of its form, titles of a row, links of a block, steps of a text at most. */
export const CAMPAIGN_MAX = {
  blocks: 20,
  fields: 12,
  titles: 24,
  links: 3,
  steps: 6,
  choices: 30,
  /** Submissions of one sender, of each title where the form asks for one. */
  submissions: 5,
} as const

/** Characters that an answer of a form may have at most, whatever the form allows. */
export const ANSWER_MAX = { text: 200, longText: 2_000 } as const

/** Whether it has not begun, takes part, or is over. */
export const CAMPAIGN_STATES = ['upcoming', 'running', 'ended'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** Where a block leads: a path of the site (`/warriors48`), or an https address that the operator lists. */
const link = z.object({ label: z.string(), to: z.string() })
export type CampaignLink = z.output<typeof link>

const text = z.object({
  kind: z.literal('text'),
  title: z.string(),
  /** Plain text. */
  paragraphs: z.array(z.string()),
  steps: z.array(z.object({ title: z.string(), text: z.string() })),
  links: z.array(link),
})

/** `to`: where it leads. `imageAlt` is empty for an image that only decorates. */
const image = z.object({
  kind: z.literal('image'),
  imageURL: z.string(),
  imageAlt: z.string(),
  caption: z.string(),
  to: z.optional(z.string()),
})

/** The trailer of a title. */
const video = z.object({ kind: z.literal('video'), title: z.string(), program: programCard })

const rows = z.object({
  kind: z.literal('rows'),
  title: z.string(),
  showLandscape: z.boolean(),
  /** All of them can be watched without paying. */
  free: z.boolean(),
  list: z.array(programCard),
})

/** A code of any kind is entered here. */
const code = z.object({ kind: z.literal('code'), title: z.string(), text: z.string() })

const asked = {
  /** The key of its answer. */
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  required: z.boolean(),
  /** Stands beside another one where there is room. */
  half: z.boolean(),
}
const limits = { min: z.number(), max: z.number() }
const field = z.discriminatedUnion('type', [
  /** Limits in characters as people count them. */
  z.object({ type: z.literal('text'), ...asked, ...limits }),
  z.object({ type: z.literal('longText'), ...asked, ...limits }),
  z.object({ type: z.literal('email'), ...asked }),
  z.object({ type: z.literal('phone'), ...asked }),
  z.object({
    type: z.literal('choice'),
    ...asked,
    choices: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
  /** The answer is the `programId` of one of these. */
  z.object({ type: z.literal('title'), ...asked, list: z.array(programCard) }),
  /** The answer is the token of an uploaded image. */
  z.object({ type: z.literal('image'), ...asked }),
])
export type CampaignField = z.output<typeof field>

/** A sentence that a sender agrees to. The submission keeps its version. */
const consent = z.object({ version: z.string(), text: z.string(), links: z.array(link) })

const form = z.object({
  kind: z.literal('form'),
  title: z.string(),
  text: z.string(),
  submitText: z.string(),
  /** Below the button. */
  note: z.string(),
  /** After it was sent. */
  thanks: z.string(),
  fields: z.array(field),
  terms: consent,
  marketing: z.optional(consent),
})
export type CampaignForm = z.output<typeof form>

const block = z.discriminatedUnion('kind', [text, image, video, rows, form, code])
export type CampaignBlock = z.output<typeof block>

const codeName = z.string().check(z.maxLength(60), z.trim(), z.toUpperCase(), z.regex(CODE_NAME))

/**
 * A campaign page. Before it begins it has no blocks; after its end it has neither form nor code. A block whose titles this viewer may not see
 * is left out.
 */
export const campaign = endpoint({
  wire: 'v2',
  path: '/campaign',
  viewer: 'anyone',
  cost: 5,
  summary: 'A campaign page by its code name.',
  input: z.object({ codeName }),
  output: z.object({
    codeName: z.string(),
    state: z.enum(CAMPAIGN_STATES),
    kicker: z.string(),
    title: z.string(),
    lead: z.string(),
    /** Who may take part. */
    audience: z.string(),
    /** Behind the title; empty without one. */
    imageURL: z.string(),
    startsAt: z.optional(instant),
    endsAt: z.optional(instant),
    /** What is said once it is over. */
    endedText: z.string(),
    blocks: z.array(block),
  }),
  refuses: ['NOT_FOUND', 'REGION_REFUSED'],
})
export type Campaign = z.output<typeof campaign.output>

/** Answers by the names of the fields; in a query as JSON. */
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

/**
 * Sends the form of a campaign. `submissionId` is made by the client for each submission: sent again, it answers the one that is there.
 * `termsVersion` is that of the sentence that was agreed to; CONFLICT when it is no longer the form's, or when the sender has sent as many
 * as are taken. `marketingVersion` only where marketing was agreed to.
 */
export const campaignSubmit = endpoint({
  wire: 'v2',
  path: '/campaign/submit',
  viewer: 'anyone',
  changes: true,
  cost: 20,
  summary: 'Sends the form of a campaign; answers the number of the submission.',
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

/** Whether an answer is the token of an image. */
export const isImageToken = (answer: string): boolean => z.safeParse(imageToken, answer).success
