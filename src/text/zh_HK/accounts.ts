/** Words about accounts that the server says. */
export const accounts = {
  /** A device that did not say what it is. */
  unknownDevice: '未知裝置',
}

export type AccountsText = typeof accounts
