/** The highest resolution of a title. */
export const RESOLUTIONS = ['SD', 'HD', '4K'] as const
export type Resolution = (typeof RESOLUTIONS)[number]
