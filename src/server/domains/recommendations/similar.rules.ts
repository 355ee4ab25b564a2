/** What makes two titles alike, the most telling first. Shared people, tags and genres count each time. */
export const LIKENESS = { person: 4, tag: 3, genre: 2, kids: 4, classify: 2, country: 1 } as const

/** How many titles each shared trait brings at most. */
export const CANDIDATES = 200
