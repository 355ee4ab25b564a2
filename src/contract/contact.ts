import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { imageToken } from './image-uploads.ts'
import { flag, id } from './wire-values.ts'

export const CONTACT_THEMES = ['payment', 'technical', 'other'] as const
export type ContactTheme = (typeof CONTACT_THEMES)[number]

export const CONTACT_CONTENT_MAX = 2_000
export const CONTACT_DEVICE_MAX = 200
/** Between two codes to an address (ours). */
export const CONTACT_WAIT_SECONDS = 60

const contactPhone = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((typed) => field.dialledDigits(String(typed))),
  ),
  z.string().check(z.regex(/^(?:\+?85[23])?[2-9]\d{7}$/, { error: 'MOBILE' })),
)

const loginAccount = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((typed) => field.dialledDigits(String(typed))),
  ),
  z.string().check(z.regex(/^(?:(?:\+?85[23])?\d{8})?$/, { error: 'LOGIN_ID' })),
)

const content = z.pipe(
  z.pipe(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(CONTACT_CONTENT_MAX)),
    z.transform((typed) => typed.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{C}\n\u200D]/gu, '')),
  ),
  z.string().check(z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u)),
)

export const sendContactCode = endpoint({
  wire: 'action',
  path: '/sendContactCode.action',
  viewer: 'anyone',
  changes: true,
  sends: true,
  deadToken: 'ignored',
  whileClosing: true,
  summary: 'Sends a code to the e-mail address of a contact message, one for each device.',
  input: z.object({ email: field.email }),
  output: z.object({ waitSeconds: z.number() }),
  refuses: ['INVALID_INPUT', 'TOO_MANY_TRIES'],
})

export const contactUs = endpoint({
  wire: 'action',
  path: '/contactUs.action',
  viewer: 'anyone',
  changes: true,
  sends: true,
  deadToken: 'ignored',
  whileClosing: true,
  cost: 10,
  summary:
    'Sends a message to the operators; answers its case number. Idempotent by the submissionId that the client makes.',
  input: z.object({
    name: field.personName,
    areaCode: field.areaCode,
    phone: contactPhone,
    loginAccount: z._default(loginAccount, ''),
    email: field.email,
    code: field.smsCode,
    theme: z.enum(CONTACT_THEMES),
    content,
    device: field.readableLine(CONTACT_DEVICE_MAX),
    copyToSelf: z._default(flag, false),
    image: z.optional(imageToken),
    submissionId: z.optional(id),
  }),
  output: z.object({ caseNumber: z.string() }),
  refuses: ['INVALID_INPUT', 'WRONG_CODE', 'CODE_EXPIRED', 'TOO_MANY_TRIES'],
})
