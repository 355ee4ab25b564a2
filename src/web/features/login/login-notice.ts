/** The history state by which the login screen confirms a password reset. */
export const PASSWORD_CHANGED = { notice: 'passwordChanged' } as const

export const showsPasswordChanged = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'notice' in state && state.notice === PASSWORD_CHANGED.notice
