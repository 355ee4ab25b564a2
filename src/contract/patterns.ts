export const PATTERNS = ['normal', 'children'] as const
export type Pattern = (typeof PATTERNS)[number]
