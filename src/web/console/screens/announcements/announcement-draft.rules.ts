import * as z from 'zod/mini'
import { BODY_MAX, PATH_MAX, type send, SITE_PATH, TITLE_MAX } from '#contract/admin/announcements.ts'
import type { AdminInputOf } from '#contract/admin/endpoint.ts'
import { readableLine } from '#contract/fields.ts'
import { instantOf } from '../../form/hong-kong.rules.ts'

export type AnnouncementDraft = Omit<AdminInputOf<typeof send>, 'requestKey' | 'reason' | 'version'>

const body = z.string().check(z.trim(), z.minLength(1), z.maxLength(BODY_MAX))
const choices = z.array(z.string())

export const ANNOUNCEMENT_SCHEMA = z.object({
  kind: z.enum(['service', 'marketing']),
  titleZh: readableLine(TITLE_MAX),
  titleEn: readableLine(TITLE_MAX),
  bodyZh: body,
  bodyEn: body,
  path: z.union([z.literal(''), z.string().check(z.trim(), z.maxLength(PATH_MAX), z.regex(SITE_PATH))]),
  channels: choices.check(z.minLength(1)),
  plans: choices,
  regions: choices,
  languages: choices,
  startsAt: z.union([z.literal(''), z.string().check(z.refine((typed) => instantOf(typed) !== undefined))]),
})

export const EMPTY_ANNOUNCEMENT = {
  kind: 'service',
  titleZh: '',
  titleEn: '',
  bodyZh: '',
  bodyEn: '',
  path: '',
  channels: ['inbox', 'mail'] as readonly string[],
  plans: [] as readonly string[],
  regions: [] as readonly string[],
  languages: [] as readonly string[],
  startsAt: '',
}
export type AnnouncementValues = typeof EMPTY_ANNOUNCEMENT

/** Of what the form's schema has passed. */
export function draftOf(parsed: z.output<typeof ANNOUNCEMENT_SCHEMA>): AnnouncementDraft {
  const { kind, titleZh, titleEn, bodyZh, bodyEn, path, channels, plans, regions, languages, startsAt } = parsed
  return {
    kind,
    title: { zh_HK: titleZh, en_US: titleEn },
    body: { zh_HK: bodyZh, en_US: bodyEn },
    path: path === '' ? null : path,
    channels: channels as AnnouncementDraft['channels'],
    audience: { plans, regions, languages } as AnnouncementDraft['audience'],
    startsAt: instantOf(startsAt) ?? null,
  }
}

/** The parts that its recipients are counted by; undefined while it has no channel. */
export function countedOf(values: AnnouncementValues) {
  const { kind, channels, plans, regions, languages } = values
  if (channels.length === 0) return undefined
  return { kind, channels, audience: { plans, regions, languages } } as Pick<
    AnnouncementDraft,
    'kind' | 'channels' | 'audience'
  >
}

/** Undefined while it is not whole. */
export function wordedOf(values: AnnouncementValues) {
  const parsed = z.safeParse(ANNOUNCEMENT_SCHEMA, { ...values, channels: ['inbox'], startsAt: '' })
  if (!parsed.success) return undefined
  const { kind, title, body: text, path } = draftOf(parsed.data)
  return { kind, title, body: text, path }
}
