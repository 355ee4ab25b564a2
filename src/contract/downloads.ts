/** Downloads, which are the mobile app's (SPEC section 9). Nothing here is enforced by this service: the help and the terms state it. */
export const DOWNLOADS = {
  /** Titles on one device at most. */
  titlesPerDevice: 30,
  /** Devices of one account at most. */
  devices: 2,
  /** A rented title stays playable for this long. */
  rentalHours: 48,
  /** A members-only title stays playable for this long, or until the plan ends. */
  planDays: 30,
  /** About the size of a film, in gigabytes. */
  highGigabytes: 3,
  standardGigabytes: 1,
  /** Free space without which a download does not start, in megabytes. */
  freeMegabytes: 10,
} as const
