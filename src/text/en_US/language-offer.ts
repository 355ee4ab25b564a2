import type { LanguageOfferText } from '../zh_HK/language-offer.ts'

/** Offered to a browser in English on its first visit. */
export const languageOffer = { view: 'View in English', stay: 'Close' } satisfies LanguageOfferText
