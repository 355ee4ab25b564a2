export const REGIONS = ['HK', 'MO'] as const
