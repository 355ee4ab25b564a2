/** Offered to a browser in English on its first visit, so in English in both languages. */
export const languageOffer = { view: 'View in English', stay: 'Close' }

export type LanguageOfferText = typeof languageOffer

declare module '../texts.ts' {
  interface Texts {
    languageOffer: LanguageOfferText
  }
}
