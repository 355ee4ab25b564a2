/** Without votes (SPEC section 9); screens show 未有評分. */
export const DEFAULT_RATING = 3.5
