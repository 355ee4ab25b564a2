/** The oldest of the mobile app (SPEC section 1), and the oldest browsers of the site. */
export const SYSTEMS = { ios: 14, android: '8.0', safari: 14, chrome: 80 } as const
