import { SHOWTIME_FORMATS } from '#contract/cinema.ts'
import { GENRES } from '#contract/genres.ts'
import type { Language } from '#contract/languages.ts'
import { REGIONS } from '#contract/regions.ts'
import { RESTRICTIONS } from '#contract/restrictions.ts'
import { useText } from '#web/kit/text.ts'
import { localName } from '../../content/names.ts'
import type { RecordField } from '../../content/record-form.rules.ts'
import type { Content } from '../../content/use-content.ts'

const LOCALES = ['yue', 'cmn', 'en', 'ja', 'ko', 'fr', 'th'] as const

function useLocales() {
  const { locales } = useText('consoleCinema')
  return LOCALES.map((locale) => [locale, locales[locale]] as const)
}

export function useCinemaFields(): readonly RecordField[] {
  const { regions } = useText('consoleTitles')
  return [
    { name: 'name', type: 'local', max: 60 },
    { name: 'district', type: 'local', max: 40 },
    { name: 'address', type: 'local', max: 120 },
    { name: 'region', type: 'choice', options: REGIONS.map((region) => [region, regions[region]]) },
    { name: 'bookingURL', type: 'text', max: 500, isOptional: true },
    { name: 'position', type: 'number', isOptional: true },
  ]
}

export function useFilmFields(): readonly RecordField[] {
  const { genres } = useText('consoleTitles')
  return [
    { name: 'title', type: 'local', max: 60 },
    { name: 'description', type: 'local', max: 600, isLong: true, isOptional: true },
    { name: 'releaseOn', type: 'day' },
    { name: 'restriction', type: 'choice', options: RESTRICTIONS.map((one) => [one, one]) },
    { name: 'minutes', type: 'number' },
    { name: 'locale', type: 'choice', options: useLocales() },
    { name: 'position', type: 'number', isOptional: true },
    { name: 'genres', type: 'several', options: GENRES.map((genre) => [genre, genres[genre]]) },
    { name: 'programId', type: 'title', isOptional: true },
    { name: 'poster', type: 'image', isOptional: true },
    { name: 'art', type: 'image', isOptional: true },
  ]
}

interface Choices {
  cinemas: readonly Content[]
  films: readonly Content[]
  language: Language
}

/** Withdrawn films and cinemas are not offered. */
export function useShowtimeFields({ cinemas, films, language }: Choices): readonly RecordField[] {
  const options = (list: readonly Content[], name: string) =>
    list
      .filter(({ record }) => record.withdrawn !== true)
      .map(({ id, record }) => [id, localName(record[name], language)] as const)
  return [
    { name: 'filmId', type: 'choice', options: options(films, 'title') },
    { name: 'cinemaId', type: 'choice', options: options(cinemas, 'name') },
    { name: 'startsAt', type: 'time' },
    { name: 'format', type: 'choice', options: SHOWTIME_FORMATS.map((one) => [one, one]) },
    { name: 'locale', type: 'choice', options: useLocales() },
    { name: 'subtitles', type: 'list', isOptional: true },
    { name: 'price', type: 'dollars' },
    { name: 'ticketSeats', type: 'number' },
    { name: 'seatsLeft', type: 'number', isOptional: true },
  ]
}
