import type { TitleDraft } from '#contract/ingest.ts'

/** A title draft with the required fields only. */
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
