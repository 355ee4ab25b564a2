/** What session code needs of the router and the response cache; connected by the shell. */
export interface NavigationBridge {
  /** Navigates to a route, replacing the current history entry. */
  go: (to: string) => void
  /** Clears the response cache: its responses belong to another viewer. */
  dropAnswers: () => void
  /** Refetches what is on screen: a parental code has unlocked or locked titles. */
  refreshAnswers: () => void
}

/** Until the shell is mounted. */
const UNCONNECTED: NavigationBridge = {
  go: (to) => location.replace(`#${to}`),
  dropAnswers() {},
  refreshAnswers() {},
}

let bridge = UNCONNECTED

export const navigationBridge = (): NavigationBridge => bridge

export function connectNavigation(part: Partial<NavigationBridge>): void {
  bridge = { ...bridge, ...part }
}
