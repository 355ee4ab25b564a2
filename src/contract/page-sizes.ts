export const PAGE_SIZE = { portrait: 35, landscape: 25, top: 10 } as const
export const PAGE_SIZE_MAX = 100
