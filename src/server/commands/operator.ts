import { userInfo } from 'node:os'

/** Who is named in the records of a command: the operator that it was given, else the account that runs it. */
export const actorOf = (operator?: string): string => `operator:${operator?.trim() || userInfo().username}`
