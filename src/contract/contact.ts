import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { imageToken } from './image-uploads.ts'
import { flag, id } from './wire-values.ts'

/** What a message is about (SPEC section 3). */
export const CONTACT_THEMES = ['payment', 'technical', 'other'] as const
export type ContactTheme = (typeof CONTACT_THEMES)[number]

/** Characters of a message at most. */
export const CONTACT_CONTENT_MAX = 2_000
/** Characters of the device at most: the result of the device test fits in. */
export const CONTACT_DEVICE_MAX = 200
/** The interval between two codes to an address (ours). */
export const CONTACT_WAIT_SECONDS = 60

/** An eight-digit number, of a land line too; the region is the field `areaCode`. */
const contactPhone = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((typed) => String(typed).replaceAll(/[\s()-]/g, '')),
  ),
  z.string().check(z.regex(/^(?:\+?85[23])?[2-9]\d{7}$/, { error: 'MOBILE' })),
)

/** The login account that a message is about: a mobile number. None when it is empty. */
const loginAccount = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((typed) => String(typed).replaceAll(/[\s()-]/g, '')),
  ),
  z.string().check(z.regex(/^(?:(?:\+?85[23])?\d{8})?$/, { error: 'LOGIN_ID' })),
)

/** Text of several lines: without control characters, and with something to see. */
const content = z.pipe(
  z.pipe(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(CONTACT_CONTENT_MAX)),
    z.transform((typed) => typed.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{C}\n\u200D]/gu, '')),
  ),
  z.string().check(z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u)),
)

/** Sends the code that proves the address of a message. Each device has its own code for an address. */
export const sendContactCode = endpoint({
  wire: 'action',
  path: '/sendContactCode.action',
  viewer: 'anyone',
  changes: true,
  sends: true,
  deadToken: 'ignored',
  whileClosing: true,
  summary: 'Sends a code to the e-mail address of a contact message.',
  input: z.object({ email: field.email }),
  output: z.object({ waitSeconds: z.number() }),
  refuses: ['INVALID_INPUT', 'TOO_MANY_TRIES'],
})

/**
 * A message to the operators. `submissionId` is made by the client for each message: sent again, it answers the case that is there.
 * `image` is the token of an uploaded image.
 */
export const contactUs = endpoint({
  wire: 'action',
  path: '/contactUs.action',
  viewer: 'anyone',
  changes: true,
  sends: true,
  deadToken: 'ignored',
  whileClosing: true,
  cost: 10,
  summary: 'Sends a message to the operators; answers its case number.',
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
