/** The score of a title without votes (SPEC section 9); screens show 未有評分 for `votes` 0. */
export const DEFAULT_RATING = 3.5
