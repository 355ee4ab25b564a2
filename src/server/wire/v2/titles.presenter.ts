import type { Facets } from '#contract/categories.ts'
import { languageName, UNKNOWN_SUBTITLES } from '#contract/language-names.ts'
import type { Episode, Program, ProgramCard } from '#contract/programs.ts'
import { HTML_LANG, type Language } from '#contract/languages.ts'
import type { Genre } from '#contract/genres.ts'
import { RESTRICTIONS, type Restriction } from '#contract/restrictions.ts'
import { RUNNING_TIMES, type RunningTime } from '#contract/running-times.ts'
import type { VodType } from '#contract/vod-types.ts'
import type { AccessDecision, Offer } from '#server/domains/access/index.ts'
import type { LocalizedEpisode, LocalizedProgram, OfferedCard } from '#server/domains/cards/index.ts'
import type { FacetCounts } from '#server/domains/catalogue/index.ts'
import type { RecommendationReason } from '#server/domains/recommendations/index.ts'
import { access as accessEn, titles as titlesEn } from '#text/en_US/titles.ts'
import { access as accessZh, type AccessText, titles as titlesZh, type TitlesText } from '#text/zh_HK/titles.ts'

const TITLES: Record<Language, TitlesText> = { zh_HK: titlesZh, en_US: titlesEn }
const ACCESS: Record<Language, AccessText> = { zh_HK: accessZh, en_US: accessEn }

/** `reason` is undefined where there is none, so that it replaces another viewer's. */
export type AccessResponse = Pick<Program, 'access' | 'buttonText' | 'buttonNote' | 'offers'> & {
  reason: string | undefined
  reasonText: string | undefined
}

/** The button says what a click on it does; without one the reason says why. `owned`: what the account can spend. */
export function toAccessResponse(decision: AccessDecision, language: Language, owned?: Owned): AccessResponse {
  const text = ACCESS[language]
  const { access } = decision
  const noReason = { reason: undefined, reasonText: undefined, offers: [] }
  switch (access) {
    case 'play':
      return {
        access,
        buttonText: text.play[decision.by],
        buttonNote: text.playNote[decision.by],
        ...noReason,
      }
    case 'buy':
      return {
        access,
        ...toOfferButton(decision.offers[0], text, owned),
        ...noReason,
        offers: decision.offers.map(({ kind }) => ({ kind, text: text.buy[kind] })),
      }
    case 'login':
      return { access, buttonText: text.login, buttonNote: toOfferButton(decision.offer, text).buttonNote, ...noReason }
    case 'parental':
      return {
        access,
        buttonText: text.parental,
        buttonNote: toOfferButton(decision.offer, text, owned).buttonNote,
        ...noReason,
      }
    case 'deny':
      return {
        access,
        buttonText: '',
        buttonNote: '',
        offers: [],
        reason: decision.reason,
        reasonText: text.deny[decision.reason],
      }
  }
}

export type Owned = { credits: number; vouchers: number }

/** The first offer is the button; its price is the note. */
function toOfferButton(
  offer: Offer | undefined,
  text: AccessText,
  owned?: Owned,
): { buttonText: string; buttonNote: string } {
  if (!offer) return { buttonText: '', buttonNote: '' }
  if (offer.kind === 'plan') return { buttonText: text.buy.plan, buttonNote: '' }
  if (offer.kind === 'ticket')
    return { buttonText: text.buy.ticket, buttonNote: owned ? text.voucher(owned.vouchers - 1) : '' }
  const { credits } = offer
  return {
    buttonText: text.buy.rental,
    buttonNote: owned ? text.creditsOf(credits, owned.credits) : text.credits(credits),
  }
}

export const toOfferedResponse = (
  { card, decision }: Pick<OfferedCard, 'card' | 'decision'>,
  language: Language,
): ProgramCard & AccessResponse => ({
  ...card,
  ...toAccessResponse(decision, language),
})

export function toProgramResponse(
  { decision, subtitleLanguages, ...program }: LocalizedProgram,
  language: Language,
): Program {
  const say = TITLES[language]
  return {
    ...program,
    countryName: program.country.map((code) => countryName(code, language)).join(say.listJoin),
    dramaList: program.dramaList.map((episode) => toEpisodeResponse(episode, language)),
    seasons: program.seasons.map((season) => toSeasonResponse(season, language)),
    subtitles: subtitleLanguages.map((lang) => ({ lang, label: formatSubtitles(lang, language) })),
    ...toAccessResponse(decision, language),
  }
}

/** One without a title is called by its number. */
export function toEpisodeResponse(episode: LocalizedEpisode, language: Language): Episode {
  return {
    ...episode,
    title: episode.title || TITLES[language].episode(episode.episode),
    durationStr: episode.duration === undefined ? '' : formatDuration(episode.duration, language),
  }
}

export const toSeasonResponse = (season: { season: number; episodeCount: number }, language: Language) => ({
  ...season,
  title: TITLES[language].season(season.season),
})

/** WIRE "episode": "52 分鐘", "45 秒". */
export function formatDuration(seconds: number, language: Language): string {
  const say = TITLES[language]
  return seconds < 60 ? say.seconds(seconds) : say.minutes(Math.round(seconds / 60))
}

export function toFacetsResponse(counts: FacetCounts, language: Language): Facets {
  const say = TITLES[language]
  const named = (values: FacetCounts['genre'], name: (value: string) => string): Facets['genre'] =>
    values.map(({ value, count }) => ({ value, label: name(value), count }))
  return {
    genre: named(counts.genre, (value) => say.genres[value as Genre]),
    year: named(counts.year, (value) => value),
    country: named(counts.country, (value) => countryName(value, language)),
    language: named(counts.language, (value) => formatLanguage(new Intl.Locale(value).language, language)),
    vodType: named(counts.vodType, (value) => say.vodTypes[value as VodType]),
    restriction: named(inOrderOf(RESTRICTIONS, counts.restriction), (value) => say.restrictions[value as Restriction]),
    runningTime: named(inOrderOf(RUNNING_TIMES, counts.runningTime), (value) => say.runningTimes[value as RunningTime]),
  }
}

const inOrderOf = (values: readonly string[], counts: FacetCounts['genre']): FacetCounts['genre'] =>
  counts.toSorted((a, b) => values.indexOf(a.value) - values.indexOf(b.value))

export const toRecommended = (
  list: readonly { reason: RecommendationReason | undefined }[],
  programs: readonly ProgramCard[],
  language: Language,
): { program: ProgramCard; reason: string | undefined }[] =>
  programs.map((program, n) => ({ program, reason: formatReason(list[n]?.reason, language) }))

export function formatReason(reason: RecommendationReason | undefined, language: Language): string | undefined {
  if (!reason) return undefined
  const say = TITLES[language]
  if (reason.kind === 'coWatched') return say.coWatched
  if ('genre' in reason) return say[reason.kind](say.genres[reason.genre])
  return say[reason.kind](language === 'zh_HK' ? reason.name.zh : reason.name.en)
}

const REGION_NAMES = {
  zh_HK: new Intl.DisplayNames([HTML_LANG.zh_HK], { type: 'region', style: 'short' }),
  en_US: new Intl.DisplayNames([HTML_LANG.en_US], { type: 'region', style: 'short' }),
}

/** 香港, Hong Kong. */
const countryName = (code: string, language: Language): string =>
  TITLES[language].countries[code] ?? REGION_NAMES[language].of(code) ?? code

export const formatSubtitles = (tag: string, language: Language): string =>
  tag === 'und' ? UNKNOWN_SUBTITLES[language] : formatLanguage(tag, language)

/** 粵語, Cantonese. */
export const formatLanguage = (tag: string, language: Language): string =>
  languageName(tag, { locale: HTML_LANG[language], own: TITLES[language].languages })
