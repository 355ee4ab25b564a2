import * as z from 'zod/mini'
import { isReadable, readableLine } from '../fields.ts'
import { LANGUAGES } from '../languages.ts'
import { OFFERS } from '../plans.ts'
import { REGIONS } from '../regions.ts'
import { emptyInput, emptyOutput, id, instant, whole } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { change, changed, pageOf, query, reasonedChange } from './forms.ts'

/** `marketing` goes to members alone who agree to it when it is sent. */
export const ANNOUNCEMENT_KINDS = ['service', 'marketing'] as const
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number]
export const CHANNELS = ['inbox', 'mail'] as const
export type Channel = (typeof CHANNELS)[number]
/** `stopped` by an operator; `limited`: it had reached as many as its operator may reach alone, or as were approved. */
export const ANNOUNCEMENT_STATES = ['planned', 'sending', 'sent', 'stopped', 'limited'] as const
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]

/** Recipients that an operator reaches in 24 hours without a second person. */
export const UNAPPROVED_MAX = 1_000
export const TITLE_MAX = 80
export const BODY_MAX = 2_000
export const PATH_MAX = 200
/** Among the plan versions of an audience: members without a plan. */
export const NO_PLAN = 'none'

const roles = ['care', 'administrator'] as const
const time = z.iso.datetime({ offset: true })

/** Line breaks stay. */
const text = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(BODY_MAX),
  z.refine((typed) => typed.split('\n').every((line) => line.trim() === '' || isReadable(line))),
)

/** A page of the site, as it stands after `#`. */
export const SITE_PATH = /^\/(?!\/)[\w\-./?=&%~+]*$/

/** An empty list stands for all. */
const audience = z.object({
  plans: z.array(id).check(z.maxLength(100)),
  regions: z.array(z.enum(REGIONS)),
  languages: z.array(z.enum(LANGUAGES)),
})

const kind = z.enum(ANNOUNCEMENT_KINDS)
const channels = z.array(z.enum(CHANNELS)).check(
  z.minLength(1),
  z.refine((list) => new Set(list).size === list.length),
)

const content = {
  title: z.object({ zh_HK: readableLine(TITLE_MAX), en_US: readableLine(TITLE_MAX) }),
  body: z.object({ zh_HK: text, en_US: text }),
  path: z.nullable(z.string().check(z.trim(), z.maxLength(PATH_MAX), z.regex(SITE_PATH))),
}

const announcement = z.object({
  announcementId: z.string(),
  kind,
  channels: z.array(z.enum(CHANNELS)),
  audience: z.object({ plans: z.array(z.string()), regions: z.array(z.string()), languages: z.array(z.string()) }),
  title: z.object({ zh_HK: z.string(), en_US: z.string() }),
  body: z.object({ zh_HK: z.string(), en_US: z.string() }),
  path: z.nullable(z.string()),
  state: z.enum(ANNOUNCEMENT_STATES),
  startsAt: instant,
  madeAt: instant,
  madeBy: z.string(),
  reason: z.string(),
  /** Recipients when it was ordered. */
  counted: z.number(),
  isApproved: z.boolean(),
  /** So far. */
  recipients: z.number(),
  inboxes: z.number(),
  mails: z.number(),
  endedAt: z.nullable(instant),
  stoppedBy: z.nullable(z.string()),
  /** Held: its operator lost the right to it. It waits until another operator continues it. */
  isHeld: z.boolean(),
  version: z.number(),
})

export const list = adminRead({
  path: '/announcements/list',
  roles,
  summary: 'The announcements, the newest first, with how many members each has reached.',
  input: query(
    { kind: z.optional(kind), state: z.optional(z.enum(ANNOUNCEMENT_STATES)), isHeld: z.optional(z.literal(true)) },
    ['-madeAt', 'madeAt'],
  ),
  output: pageOf(announcement),
})

export const show = adminRead({
  path: '/announcements/show',
  roles,
  summary: 'An announcement and how far it is.',
  input: z.object({ announcementId: id }),
  output: announcement,
  refuses: ['NOT_FOUND'],
})

export const choices = adminRead({
  path: '/announcements/choices',
  roles,
  summary: 'The versions of plans that an audience can name, and whether the operator’s own mailbox can have a test.',
  input: emptyInput,
  output: z.object({
    plans: z.array(
      z.object({
        planVersionId: z.string(),
        offer: z.enum(OFFERS),
        version: z.number(),
        name: z.object({ zh_HK: z.string(), en_US: z.string() }),
        subscribers: z.number(),
      }),
    ),
    email: z.string(),
  }),
})

const draft = { kind, channels, audience }

export const tryOut = adminRead({
  path: '/announcements/tryOut',
  roles,
  summary: 'How many members an announcement would reach now, and how many it would leave out. Changes nothing.',
  input: z.object(draft),
  output: z.object({
    recipients: z.number(),
    inboxes: z.number(),
    mails: z.number(),
    /** Of the audience: without consent to marketing; minors, who get none; without a verified e-mail address. */
    withoutConsent: z.number(),
    minors: z.number(),
    withoutEmail: z.number(),
    way: z.enum(['alone', 'second']),
  }),
  refuses: ['INVALID_INPUT'],
})

const shown = z.object({ zh_HK: z.string(), en_US: z.string() })

export const preview = adminRead({
  path: '/announcements/preview',
  roles,
  summary: 'What members would read, in both languages.',
  input: z.object({ kind, ...content }),
  output: z.object({ subject: shown, text: shown }),
})

export const test = adminChange({
  path: '/announcements/test',
  roles,
  audit: 'test announcement',
  summary: 'Sends the announcement to the operator’s own mailbox, in both languages, marked as a test.',
  input: change({ kind, ...content }),
  output: emptyOutput,
})

export const send = adminChange({
  path: '/announcements/send',
  roles,
  audit: 'send announcement',
  fourEyes: 'administrator',
  summary:
    'Sends an announcement, now or later, in the background. Above 1,000 recipients of 24 hours an administrator approves.',
  input: reasonedChange({ ...draft, ...content, startsAt: z.nullable(time) }),
  output: z.object({ ...changed.shape, announcementId: z.optional(id) }),
  refuses: ['INVALID_INPUT'],
})

export const continueHeld = adminChange({
  path: '/announcements/continue',
  roles,
  audit: 'continue announcement',
  fourEyes: 'administrator',
  summary:
    'Lets an announcement that is held be sent, in the name of the operator. Its recipients are judged as those of a new one.',
  input: change({ announcementId: id }),
  output: changed,
  refuses: ['NOT_FOUND', 'CONFLICT'],
})

export const stop = adminChange({
  path: '/announcements/stop',
  roles,
  audit: 'stop announcement',
  summary: 'Stops an announcement that is planned or being sent. Who has it keeps it; e-mails that wait are not sent.',
  input: z.object({ ...reasonedChange({ announcementId: id }).shape, version: z.optional(whole(1, 999_999_999)) }),
  output: changed,
  refuses: ['NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT'],
})
