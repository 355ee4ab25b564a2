/** `planned`: can be redeemed later. */
export const BATCH_STATES = ['making', 'planned', 'open', 'expired', 'voided'] as const
export type BatchState = (typeof BATCH_STATES)[number]

/** `none`: the command wrote the codes to a file. `expired`: they were not fetched in time. */
export const BATCH_FILES = ['none', 'making', 'ready', 'fetched', 'expired'] as const
export type BatchFile = (typeof BATCH_FILES)[number]
