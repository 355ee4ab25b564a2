/** SPEC section 8 fixes 4032; the others are ours. */
export const PLAYER_FAILURE_CODE = {
  network: '4001',
  decode: '4003',
  missing: '4004',
  server: '4005',
  forbidden: '4030',
  key: '4031',
  format: '4032',
  browser: '4033',
} as const

/** In place of an error code: the order was answered with a quote. */
export const PURCHASE_REQUIRED = 'PURCHASE_REQUIRED'
