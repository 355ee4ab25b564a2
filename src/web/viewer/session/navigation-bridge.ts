/** What the session asks of the site around it: the shell fills it in once it runs. */
export interface NavigationBridge {
  /** Goes to a route in place of the present history entry. */
  go: (to: string) => void
  /** Forgets every answer: they were given to somebody else. */
  dropAnswers: () => void
  /** Asks anew what is on the screen: a code has opened or closed something. */
  refreshAnswers: () => void
}

/** Before the shell runs, and outside of it. */
const CLOSED: NavigationBridge = {
  go: (to) => location.replace(`#${to}`),
  dropAnswers() {},
  refreshAnswers() {},
}

let door = CLOSED

/** The running site, as far as the session needs it. */
export const navigationBridge = (): NavigationBridge => door

export function connectNavigation(part: Partial<NavigationBridge>): void {
  door = { ...door, ...part }
}
