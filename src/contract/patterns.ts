/** `pattern` of the request context: the normal site, or kids mode. */
export const PATTERNS = ['normal', 'children'] as const
export type Pattern = (typeof PATTERNS)[number]
