/** Where titles are licensed and viewers are (ISO 3166). */
export const REGIONS = ['HK', 'MO'] as const
