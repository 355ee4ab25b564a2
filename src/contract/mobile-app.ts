/** The oldest of the mobile app (SPEC section 1), and the oldest browsers of the site. */
export const SYSTEMS = { ios: 14, android: '8.0', safari: 14, chrome: 80 } as const

/** Of the mobile app (SPEC section 9): nothing is enforced here, the help and the terms state it. */
export const DOWNLOADS = {
  titlesPerDevice: 30,
  devices: 2,
  rentalHours: 48,
  planDays: 30,
  highGigabytes: 3,
  standardGigabytes: 1,
  freeMegabytes: 10,
} as const
