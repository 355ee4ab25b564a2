import { userInfo } from 'node:os'
import { operatorActor } from '#server/domains/audit/index.ts'

/** Who is named in the records of a command: the operator that it was given, else the account that runs it. */
export const actorOf = (operator?: string): string => operatorActor(operator?.trim() || userInfo().username)
