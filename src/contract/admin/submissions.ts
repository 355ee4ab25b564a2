import * as z from 'zod/mini'
import { CAMPAIGN_STATES, CODE_NAME } from '../campaigns.ts'
import { language } from '../fields.ts'
import { id, instant } from '../wire-values.ts'
import { adminAudited, adminChange, adminRead } from './endpoint.ts'
import { pageOf, query, reason, reasonedChange } from './forms.ts'

/** `new`: no operator has opened it. */
export const SUBMISSION_STATES = ['new', 'opened', 'all'] as const
/** Submissions in one file. */
export const SUBMISSIONS_EXPORT_MAX = 5_000

const roles = ['care'] as const
const codeName = z.string().check(z.regex(CODE_NAME))
const submissionNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(20))
const state = z.enum(SUBMISSION_STATES)
const name = z.object({ zh_HK: z.string(), en_US: z.string() })

const listed = {
  submissionNumber: z.string(),
  codeName: z.string(),
  /** Of its sender. */
  language,
  isMember: z.boolean(),
  agreesToMarketing: z.boolean(),
  imageFields: z.array(z.string()),
  submittedAt: instant,
  openedAt: z.nullable(instant),
}

export const campaigns = adminRead({
  path: '/submissions/campaigns',
  roles,
  summary: 'Campaign pages, and how much was sent with the form of each.',
  input: z.object({}),
  output: z.object({
    list: z.array(
      z.object({
        codeName: z.string(),
        title: name,
        state: z.enum([...CAMPAIGN_STATES, 'withdrawn']),
        submissions: z.number(),
      }),
    ),
  }),
})

export const list = adminRead({
  path: '/submissions/list',
  roles,
  summary: 'What was sent with the forms of campaigns, without who sent it or what.',
  input: query(
    {
      state: z._default(state, 'all'),
      codeName: z.optional(codeName),
      /** A whole number, in any state. */
      submissionNumber: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    },
    ['-submittedAt', 'submittedAt'],
  ),
  output: pageOf(z.object(listed)),
})

export const open = adminAudited({
  path: '/submissions/open',
  roles,
  audit: 'open campaign submission',
  summary: 'A submission with its answers, and the sentences that its sender agreed to.',
  input: z.object({ submissionNumber, reason }),
  output: z.object({
    ...listed,
    accountId: z.nullable(id),
    answers: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
    termsText: z.string(),
    marketingText: z.nullable(z.string()),
  }),
  refuses: ['NOT_FOUND'],
})

export const image = adminAudited({
  path: '/submissions/image',
  roles,
  audit: 'open campaign image',
  summary: 'A picture of a submission, in Base64.',
  input: z.object({ submissionNumber, field: z.string().check(z.maxLength(100)), reason }),
  output: z.object({ contentType: z.string(), content: z.string() }),
  refuses: ['NOT_FOUND'],
})

export const exportAll = adminAudited({
  path: '/submissions/export',
  roles,
  audit: 'export campaign submissions',
  stepUp: true,
  summary: `All that was sent to a campaign, with its answers, as CSV; ${SUBMISSIONS_EXPORT_MAX} at most. Pictures are not in it.`,
  input: z.object({ codeName, reason }),
  output: z.object({ csv: z.string(), submissions: z.number(), isMore: z.boolean() }),
  refuses: ['NOT_FOUND'],
})

export const remove = adminChange({
  path: '/submissions/remove',
  roles,
  audit: 'delete campaign submission',
  stepUp: true,
  summary: 'Deletes a submission with its pictures, because its sender asks for it.',
  input: reasonedChange({ submissionNumber }),
  output: z.object({}),
  refuses: ['NOT_FOUND'],
})
