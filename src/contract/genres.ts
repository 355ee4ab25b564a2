export const GENRES = ['action', 'drama', 'horror', 'comedy', 'romance', 'family'] as const
export type Genre = (typeof GENRES)[number]
