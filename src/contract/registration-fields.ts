import * as z from 'zod/mini'
import * as field from './fields.ts'
import { flag, instant } from './wire-values.ts'

/** What a new member says of themselves, with the token of their verified number. */
export const registrationDetails = {
  verificationToken: z.string().check(z.minLength(1), z.maxLength(100)),
  name: field.personName,
  email: field.email,
  birthday: field.birthday,
  gender: field.gender,
  agreeMarketing: z._default(flag, false),
}

/** The first session of a new account. */
export const registered = { token: z.string(), partner: z.string(), userId: z.string(), expiresAt: instant }
