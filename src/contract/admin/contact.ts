import * as z from 'zod/mini'
import { CONTACT_CONTENT_MAX, CONTACT_THEMES } from '../contact.ts'
import { email, language, personName } from '../fields.ts'
import { id, instant } from '../wire-values.ts'
import { adminAudited, adminChange, adminRead } from './endpoint.ts'
import { change, changed, pageOf, query, versionedChange } from './forms.ts'

export const CASE_STATES = ['open', 'answered', 'closed'] as const
export const CASE_KINDS = ['question', 'refund', 'dataAccess', 'correction', 'takedown', 'incident'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

/**
 * Days until an answer is due, from the day that a case came. The Personal Data (Privacy) Ordinance gives 40 for requests of access and
 * correction; the others are ours.
 */
export const DUE_DAYS = {
  question: 3,
  refund: 3,
  dataAccess: 40,
  correction: 40,
  takedown: 2,
  incident: 1,
} as const satisfies Record<CaseKind, number>

export const ANSWER_MAX = 4_000

const roles = ['care'] as const
const caseNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(20))
const state = z.enum(CASE_STATES)
const kind = z.enum(CASE_KINDS)
const theme = z.enum(CONTACT_THEMES)

const listed = {
  caseNumber: z.string(),
  version: z.number(),
  theme,
  kind,
  /** Of the sender: answers are written in it. */
  language,
  state,
  isMember: z.boolean(),
  hasImage: z.boolean(),
  sentAt: instant,
  dueAt: instant,
  answeredAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  owner: z.nullable(z.object({ operatorId: id, name: z.string() })),
  /** Who opened it by hand. */
  openedBy: z.nullable(z.string()),
}

export const list = adminRead({
  path: '/contact/list',
  roles,
  summary: 'Cases by their due time, without who wrote them or what.',
  input: query(
    {
      state: z._default(state, 'open'),
      kind: z.optional(kind),
      /** A whole case number, in any state. */
      caseNumber: z.optional(z.string().check(z.trim(), z.maxLength(20))),
      /** `mine`: of the operator; `none`: of no one yet. */
      owner: z.optional(z.enum(['mine', 'none'])),
    },
    ['dueAt', '-dueAt'],
  ),
  output: pageOf(z.object(listed)),
})

export const open = adminAudited({
  path: '/contact/open',
  roles,
  audit: 'open contact message',
  summary: 'A case with who wrote it, what, and its answers.',
  input: z.object({ caseNumber }),
  output: z.object({
    ...listed,
    accountId: z.nullable(id),
    name: z.string(),
    phone: z.string(),
    loginAccount: z.string(),
    email: z.string(),
    device: z.string(),
    content: z.string(),
    answers: z.array(z.object({ text: z.string(), at: instant, by: z.nullable(z.string()) })),
  }),
  refuses: ['NOT_FOUND'],
})

export const image = adminAudited({
  path: '/contact/image',
  roles,
  audit: 'open contact image',
  summary: 'The picture of a case, in Base64.',
  input: z.object({ caseNumber }),
  output: z.object({ contentType: z.string(), content: z.string() }),
  refuses: ['NOT_FOUND'],
})

const refuses = ['NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT'] as const

export const answer = adminChange({
  path: '/contact/answer',
  roles,
  audit: 'answer contact message',
  summary: 'Mails an answer to the sender of a case. A closed one is open again.',
  input: versionedChange({ caseNumber, text: z.string().check(z.trim(), z.minLength(1), z.maxLength(ANSWER_MAX)) }),
  output: changed,
  refuses,
})

export const close = adminChange({
  path: '/contact/close',
  roles,
  audit: 'close contact message',
  summary: 'Ends a case; it is deleted when the time of the privacy statement is over.',
  input: change({ caseNumber }),
  output: changed,
  refuses,
})

export const reopen = adminChange({
  path: '/contact/reopen',
  roles,
  audit: 'reopen contact message',
  summary: 'Opens a closed case again.',
  input: change({ caseNumber }),
  output: changed,
  refuses,
})

export const handle = adminChange({
  path: '/contact/handle',
  roles,
  audit: 'change contact case',
  summary: 'Says what a case is about, which moves its due time, and takes it over or gives it back.',
  input: versionedChange({ caseNumber, kind: z.optional(kind), isMine: z.optional(z.boolean()) }),
  output: changed,
  refuses,
})

export const create = adminChange({
  path: '/contact/create',
  roles,
  audit: 'open contact case',
  summary: 'Opens a case for a member who called or wrote a letter. It is the operator’s own.',
  input: change({
    kind,
    theme,
    senderLanguage: language,
    name: personName,
    phone: z.string().check(z.trim(), z.maxLength(30)),
    email,
    content: z.string().check(z.trim(), z.minLength(1), z.maxLength(CONTACT_CONTENT_MAX)),
    accountId: z.optional(id),
  }),
  output: z.object({ caseNumber: z.string() }),
  refuses: ['NOT_FOUND'],
})

const templateText = z.object({ zh_HK: z.string(), en_US: z.string() })

export const templates = adminRead({
  path: '/contact/templates',
  roles,
  summary:
    'What an answer to each kind of case begins with, in the language of its sender. Administrators change it in the settings.',
  input: z.object({}),
  output: z.object({
    list: z.array(z.object({ kind, text: templateText })),
  }),
})
