const PERIOD = { from: '2026-11-01', until: '2026-11-21' }

const MONTH = { month: '2026-11' }

/** Inputs of the calls about reports. */
export const REPORT_EXAMPLES = {
  '/reports/series': () => ({ measure: 'plays', ...PERIOD, by: 'region', compare: 'before' }),
  '/reports/top': () => ({ measure: 'watchTime', ...PERIOD, compare: 'before' }),
  '/reports/missed': () => PERIOD,
  '/reports/export': () => ({ measure: 'plays', ...PERIOD }),
  '/finance/closing': () => MONTH,
  '/finance/journal': () => MONTH,
  '/finance/liabilities': () => MONTH,
  '/finance/invoices': () => MONTH,
  '/finance/licensors': () => ({}),
  '/finance/statement': () => ({ licensor: 'Kowloon Pictures', ...MONTH }),
  '/finance/exportStatement': () => ({ licensor: 'Kowloon Pictures', ...MONTH }),
}
