import * as z from 'zod/mini'

/** What keeps a title from publication, or is told beside it. */
export const TITLE_ISSUES = [
  'TITLE_NEEDED',
  'TITLE_CONTROLS',
  'VOD_TYPE_NEEDED',
  'CREDITS_NEEDED',
  'KIDS_CLASS_III',
  'BAD_YEAR',
  'COUNTRY_NEEDED',
  'WINDOW_NEEDED',
  'WINDOW_BACKWARDS',
  'WINDOWS_OVERLAP',
  'EPISODE_NEEDED',
  'EPISODE_TWICE',
  'EPISODES_OF_FILM',
  'SKIP_BACKWARDS',
  'PERSON_UNKNOWN',
  'PERSON_TWICE',
  'IMAGE_UNKNOWN',
  'TYPE_CHANGED',
  // Told, not refused.
  'WINDOWS_OVER',
  'DESCRIPTION_NEEDED',
  'ENGLISH_NEEDED',
  'POSTER_NEEDED',
  'FILM_NEEDED',
  'SUBTITLES_NEEDED',
  'PEOPLE_NEEDED',
  'EPISODE_FILM_REMOVED',
] as const
export type TitleIssueCode = (typeof TITLE_ISSUES)[number]

/** `about`: an episode, a region, an id. What does not block may be published. */
export const titleIssue = z.object({
  field: z.string(),
  code: z.enum(TITLE_ISSUES),
  about: z.optional(z.string()),
  blocks: z.boolean(),
})
export type TitleIssue = z.output<typeof titleIssue>
