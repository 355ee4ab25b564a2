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
