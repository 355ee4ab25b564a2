/** UTC: `2026-11-21T13:20:00Z`. */
export const wireInstant = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'second' })
