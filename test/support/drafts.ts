import type { TitleDraft } from '#contract/ingest.ts'

/** A film as it is brought in, with what it must have and nothing else. */
export const draft: TitleDraft = {
  titleZh: '新片',
  titleEn: 'New film',
  classify: 'movie',
  restriction: 'I',
  vodTypes: ['free'],
  kids: false,
  genres: [],
  countries: [],
}
