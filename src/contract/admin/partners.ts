import * as z from 'zod/mini'
import { REWARD_KINDS } from '../codes.ts'
import { readableLine } from '../fields.ts'
import { TELECOM_PARTNERS } from '../telecom-partners.ts'
import { emptyInput, instant } from '../wire-values.ts'
import { adminChange, adminExport, adminRead } from './endpoint.ts'
import { changed, reasonedChange } from './forms.ts'

/** Partners whose customers are known by a list of numbers. */
export const LISTED_PARTNERS = [...TELECOM_PARTNERS, 'movie6'] as const

/** Of a file, before it is compressed: some 400,000 lines. */
export const LIST_BYTES_MAX = 10_000_000
/** Compressed, in base64: numbers become half of their size, and two thirds in base64. */
export const LIST_PACKED_MAX = 7_000_000
const bodyBytesMax = LIST_PACKED_MAX + 500_000
/** Problems that a check answers. */
export const PROBLEMS_SHOWN = 200

const roles = ['finance'] as const
const partner = z.enum(LISTED_PARTNERS)
const company = readableLine(80)

const file = { name: readableLine(255), content: z.base64().check(z.maxLength(LIST_PACKED_MAX)) }

export const lists = adminRead({
  path: '/partners/lists',
  roles,
  summary:
    'The customer lists of partners and the staff lists of companies: how many numbers, of when, and plans that run.',
  input: emptyInput,
  output: z.object({
    customers: z.array(
      z.object({
        partner,
        customers: z.number(),
        /** Null: no list. */
        importedAt: z.nullable(instant),
      }),
    ),
    companies: z.array(z.object({ company: z.string(), numbers: z.number(), plans: z.number(), importedAt: instant })),
  }),
})

const comparison = { before: z.number(), after: z.number(), added: z.number(), removed: z.number() }

const checked = {
  /** Lines that cannot be read; nothing is imported while there is one. */
  wrong: z.number(),
  problems: z.array(z.object({ line: z.number(), text: z.string() })),
  /** Lines of a number that an earlier line has. */
  repeated: z.number(),
  /** For the import: it is refused when a list was replaced since. */
  seen: z.string(),
}

export const checkCustomers = adminRead({
  path: '/partners/checkCustomers',
  roles,
  summary: 'What replacing a customer list would do, and which of its lines have no mobile number. Changes nothing.',
  bodyBytesMax,
  input: z.object({ partner, ...file }),
  output: z.object({ ...checked, ...comparison }),
  refuses: ['INVALID_INPUT'],
})

export const importCustomers = adminChange({
  path: '/partners/importCustomers',
  roles,
  audit: 'import customers',
  summary: 'Replaces the customer list of a partner. Members who are bound stay so.',
  bodyBytesMax,
  input: reasonedChange({ partner, ...file, seen: z.string().check(z.maxLength(200)) }),
  output: z.object({ ...changed.shape, ...comparison }),
  refuses: ['INVALID_INPUT', 'CONFLICT'],
})

export const checkStaff = adminRead({
  path: '/partners/checkStaff',
  roles,
  summary: 'What replacing staff lists would do, company by company, and which lines are wrong. Changes nothing.',
  bodyBytesMax,
  input: z.object(file),
  output: z.object({ ...checked, companies: z.array(z.object({ company: z.string(), ...comparison })) }),
  refuses: ['INVALID_INPUT'],
})

export const importStaff = adminChange({
  path: '/partners/importStaff',
  roles,
  audit: 'import staff',
  summary: 'Replaces the staff lists of the companies in the file. Plans that were taken stay.',
  bodyBytesMax,
  input: reasonedChange({ ...file, seen: z.string().check(z.maxLength(100_000)) }),
  output: z.object({ ...changed.shape, companies: z.number(), numbers: z.number() }),
  refuses: ['INVALID_INPUT', 'CONFLICT'],
})

export const removeStaff = adminChange({
  path: '/partners/removeStaff',
  roles,
  audit: 'remove staff list',
  summary: 'Removes the staff list of a company. Plans that were taken stay.',
  input: reasonedChange({ company }),
  output: z.object({ ...changed.shape, numbers: z.number() }),
  refuses: ['NOT_FOUND'],
})

/** `2026-11` */
const month = z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))

export const invoice = adminRead({
  path: '/partners/invoice',
  roles,
  summary: 'What the codes of each partner gave in a month of Hong Kong: the basis of its invoice.',
  input: z.object({ month }),
  output: z.object({
    list: z.array(
      z.object({
        partner: z.string(),
        kind: z.enum(REWARD_KINDS),
        /** That were redeemed. */
        codes: z.number(),
        amount: z.number(),
      }),
    ),
  }),
})

export const exportInvoice = adminExport({
  path: '/partners/exportInvoice',
  roles,
  summary: 'The same as a file.',
  input: z.object({ month }),
})
