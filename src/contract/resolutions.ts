export const RESOLUTIONS = ['SD', 'HD', '4K'] as const
export type Resolution = (typeof RESOLUTIONS)[number]
