/** What Vitest says of a test or hook that ran out of time. */
export const OUT_OF_TIME = /timed out in \d+ms/

/** Also what Playwright says of a wait that ran out of time, and of a page or browser that ended under its test. */
export const OUT_OF_TIME_OR_BROWSER = new RegExp(
  [OUT_OF_TIME.source, /Timeout \d+ms exceeded/.source, /(?:has been closed|crashed)/.source].join('|'),
)
