/** The oldest systems of the mobile app (SPEC section 1), and the oldest browsers that the site is built for. */
export const SYSTEMS = { ios: 14, android: '8.0', safari: 14, chrome: 80 } as const
