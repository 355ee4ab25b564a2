import * as z from 'zod/mini'
import { LANGUAGES } from '../languages.ts'
import { REGIONS } from '../regions.ts'
import { id } from '../wire-values.ts'
import { adminAudited } from './endpoint.ts'
import { when } from './titles.ts'

/** As whom the site is shown: `plan` holds one, `kids` is a child's profile. */
export const PREVIEW_PROFILES = ['visitor', 'member', 'plan', 'kids'] as const
export type PreviewProfile = (typeof PREVIEW_PROFILES)[number]

export const PREVIEW_MINUTES = 30

/** A preview reads the drafts anew at every request of a page: a handful, not a catalogue. */
export const PREVIEW_DRAFTS_MAX = 20

/** All tabs and the site's page. */
const PREVIEW_PAGES_MAX = 31

export const open = adminAudited({
  path: '/preview/open',
  roles: ['catalogue'],
  audit: 'open preview',
  summary:
    'The address of the site at an instant and for a viewer, with own drafts in place of titles and pages. For half an hour.',
  input: z.object({
    draftIds: z.array(id).check(z.maxLength(PREVIEW_DRAFTS_MAX)),
    /** Whose own drafts of pages are shown: ids of tabs, or `SITE_PAGE`. */
    pages: z._default(z.array(id).check(z.maxLength(PREVIEW_PAGES_MAX)), []),
    /** A campaign page as it is typed, in the form of `content.save`. */
    campaign: z.optional(z.record(z.string().check(z.maxLength(40)), z.unknown())),
    at: when,
    region: z.enum(REGIONS),
    profile: z.enum(PREVIEW_PROFILES),
    /** `language` is that of the request. */
    siteLanguage: z.enum(LANGUAGES),
  }),
  output: z.object({ url: z.string() }),
  refuses: ['NOT_FOUND', 'INVALID_INPUT'],
})
