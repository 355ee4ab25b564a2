/** The history state with which the forgotten password hands over to the login screen. */
export const PASSWORD_CHANGED = { notice: 'passwordChanged' } as const

export const showsPasswordChanged = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'notice' in state && state.notice === PASSWORD_CHANGED.notice
