const PERIOD = { from: '2026-11-01', until: '2026-11-21' }

/** Inputs of the calls about reports. */
export const REPORT_EXAMPLES = {
  '/reports/series': () => ({ measure: 'plays', ...PERIOD, by: 'region', compare: 'before' }),
  '/reports/top': () => ({ measure: 'watchTime', ...PERIOD, compare: 'before' }),
  '/reports/missed': () => PERIOD,
  '/reports/export': () => ({ measure: 'plays', ...PERIOD }),
}
