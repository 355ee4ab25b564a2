import * as z from 'zod/mini'
import { CODE_KINDS, type CodeKind, code, GIFT_CARD_STATES } from '../codes.ts'
import { BATCH_FILES, BATCH_STATES } from '../code-batches.ts'
import { readableLine } from '../fields.ts'
import { TELECOM_PARTNERS } from '../telecom-partners.ts'
import { id, instant, whole } from '../wire-values.ts'
import { adminAudited, adminChange, adminExport, adminRead } from './endpoint.ts'
import { changed, pageOf, query, reasonedChange } from './forms.ts'

/** Of a batch. */
export const CODES_MAX = 100_000
/** In which the maker of a batch may fetch its codes, since they exist. */
export const FILE_HOURS = 24

/** What operators make; gift cards are bought. */
export const BATCH_KINDS = ['redeem', 'promotion', 'plan', 'partner', 'sharing'] as const satisfies readonly CodeKind[]

/** Whose members codes can be for. */
export const CODE_PARTNERS = ['anyplex', 'movie6', ...TELECOM_PARTNERS] as const

const roles = ['finance'] as const
const time = z.iso.datetime({ offset: true })
const kind = z.enum(BATCH_KINDS)
const partner = z.enum(CODE_PARTNERS)

const reward = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), planId: id, amount: whole(1, 12) }),
  z.object({
    kind: z.enum(['credits', 'voucher', 'ticket']),
    amount: whole(1, 100_000),
    /** From the day on which it is redeemed. */
    expiresInDays: whole(1, 3_650),
  }),
])

export const BATCH_NAME_MAX = 80
/** Of all uses of a batch: far above any campaign, and counted exactly. */
export const WORTH_MAX_CENTS = 1e12
export const USES_MAX = 1_000_000

const draft = {
  kind,
  name: readableLine(BATCH_NAME_MAX),
  count: whole(1, CODES_MAX),
  grants: z.array(reward).check(z.minLength(1), z.maxLength(4)),
  /** Accounts; each once. */
  usesPerCode: whole(1, USES_MAX),
  newUsersOnly: z.boolean(),
  partner: z.nullable(partner),
  /** Undefined: at once. */
  startsAt: z.optional(time),
  expiresAt: z.nullable(time),
}

const shownReward = z.object({
  kind: z.enum(['plan', 'credits', 'voucher', 'ticket']),
  amount: z.number(),
  planId: z.optional(z.string()),
  expiresInDays: z.optional(z.number()),
})

const batch = z.object({
  batchId: z.string(),
  kind: z.enum(CODE_KINDS),
  name: z.string(),
  grants: z.array(shownReward),
  usesPerCode: z.number(),
  newUsersOnly: z.boolean(),
  partner: z.nullable(z.string()),
  startsAt: instant,
  expiresAt: z.nullable(instant),
  state: z.enum(BATCH_STATES),
  voidedAt: z.nullable(instant),
  madeAt: instant,
  madeBy: z.string(),
  /** Codes that it is to have, and has. */
  wanted: z.number(),
  made: z.number(),
  uses: z.number(),
  voidedCodes: z.number(),
  worthCents: z.nullable(z.number()),
  file: z.enum(BATCH_FILES),
  /** Until when its maker may fetch the codes. */
  fileUntil: z.nullable(instant),
  fetchedAt: z.nullable(instant),
  /** This operator is its maker. */
  isOwn: z.boolean(),
})

export const list = adminRead({
  path: '/codes/list',
  roles,
  summary: 'The batches of codes, the newest first, with how many were made and redeemed.',
  input: query(
    {
      /** A part of the name, or the whole id. */
      text: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      kind: z.optional(kind),
      state: z.optional(z.enum(BATCH_STATES)),
      partner: z.optional(partner),
    },
    ['-madeAt', 'madeAt'],
  ),
  output: pageOf(batch),
})

export const show = adminRead({
  path: '/codes/show',
  roles,
  summary: 'A batch: how far it is, what of it was redeemed, and whether its codes can be fetched.',
  input: z.object({ batchId: id }),
  output: batch,
  refuses: ['NOT_FOUND'],
})

export const tryBatch = adminRead({
  path: '/codes/tryBatch',
  roles,
  summary: 'What a batch would be worth, and whether a second person would have to approve it. Changes nothing.',
  input: z.object(draft),
  output: z.object({ worthCents: z.number(), way: z.enum(['alone', 'second']) }),
  refuses: ['INVALID_INPUT', 'NOT_FOUND'],
})

export const make = adminChange({
  path: '/codes/make',
  roles,
  audit: 'codes make',
  fourEyes: 'finance',
  summary:
    'Orders a batch of codes, which a job makes. Above the limits of 24 hours, in codes or in worth, a second person approves.',
  input: reasonedChange(draft),
  output: z.object({ ...changed.shape, batchId: z.optional(id) }),
  refuses: ['INVALID_INPUT', 'NOT_FOUND'],
})

export const file = adminAudited({
  path: '/codes/file',
  roles,
  audit: 'download codes',
  stepUp: true,
  summary:
    'The codes of a batch, once, within 24 hours, to its maker alone. The same request is answered again for ten minutes.',
  input: z.object({ batchId: id, requestKey: z.uuid() }),
  output: z.object({ codes: z.array(z.string()) }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT'],
})

const use = z.object({
  useId: z.string(),
  codeId: z.number(),
  /** Null once the account is erased. */
  accountId: z.nullable(z.string()),
  usedAt: instant,
  granted: z.array(
    z.object({ kind: z.enum(['plan', 'credits', 'voucher', 'ticket']), amount: z.number(), expiresAt: instant }),
  ),
})

const uses = query({ batchId: id }, ['-usedAt', 'usedAt'])

export const listUses = adminRead({
  path: '/codes/uses',
  roles,
  summary: 'Who redeemed the codes of a batch, by the account’s id alone, and what each was given.',
  input: uses,
  output: pageOf(use),
})

export const exportUses = adminExport({
  path: '/codes/exportUses',
  roles,
  summary: 'The uses of a batch as a file.',
  input: uses,
})

export const look = adminAudited({
  path: '/codes/look',
  roles,
  audit: 'look up code',
  summary: 'What became of one code: its batch, its state and its uses.',
  input: z.object({ code }),
  output: z.object({
    codeId: z.number(),
    batchId: z.string(),
    name: z.string(),
    kind: z.enum(CODE_KINDS),
    grants: z.array(shownReward),
    state: z.enum([...GIFT_CARD_STATES, 'planned']),
    usesLeft: z.number(),
    expiresAt: z.nullable(instant),
    /** Of a gift card: its order. */
    outTradeNo: z.nullable(z.string()),
    uses: z.array(use),
  }),
  refuses: ['NOT_FOUND'],
})

export const voidCodes = adminChange({
  path: '/codes/void',
  roles,
  audit: 'codes void',
  summary: 'Stops one code, or all codes of a batch, that were not redeemed yet. What was redeemed stays.',
  input: reasonedChange({ batchId: z.optional(id), code: z.optional(code) }),
  output: changed,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'INVALID_INPUT'],
})

export const giftCards = adminRead({
  path: '/codes/giftCards',
  roles,
  summary: 'The gift cards that were bought, with their state and without their codes.',
  input: query(
    {
      /** A whole order number or id. */
      text: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      state: z.optional(z.enum(GIFT_CARD_STATES)),
    },
    ['-boughtAt', 'boughtAt'],
  ),
  output: pageOf(
    z.object({
      outTradeNo: z.string(),
      orderNumber: z.string(),
      grants: z.array(shownReward),
      state: z.enum(GIFT_CARD_STATES),
      /** Its money is being returned, or was. */
      isRefunded: z.boolean(),
      paidCents: z.number(),
      boughtAt: instant,
      expiresAt: instant,
      usedAt: z.nullable(instant),
      /** How often its buyer had it sent again. */
      resends: z.number(),
    }),
  ),
})
