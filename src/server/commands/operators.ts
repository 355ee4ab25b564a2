import { ROLES } from '#contract/admin/endpoint.ts'
import { INVITATION_MINUTES } from '#contract/admin/session.ts'
import * as z from 'zod/mini'
import { email as emailField } from '#contract/fields.ts'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { ListedOperator } from '#server/domains/operators/index.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { type ArgumentKind, type Arguments, defineCommand, named, oneOf } from './command.ts'
import { runOnApp } from './with-app.ts'
import { hongKongMinute } from '#server/kit/instants.ts'

const email: ArgumentKind<string> = {
  shown: '<e-mail>',
  mustBe: 'an e-mail address',
  read: (given) => {
    const parsed = z.safeParse(emailField, given)
    return parsed.success ? parsed.data.toLowerCase() : undefined
  },
}

const COMMAND_LINE = { reason: 'by the command line' } as const

export const OPERATORS = defineCommand({
  name: 'operators',
  actions: {
    create: {
      options: {
        email: { kind: email, required: true, help: 'signs in with it' },
        name: { kind: named('<name>'), required: true, help: 'how others see who did what' },
        roles: { kind: oneOf(ROLES), multiple: 'listed', help: `of ${ROLES.join(', ')}; they add up` },
      },
      exactlyOne: ['roles'],
      audited: COMMAND_LINE,
      help: 'adds an operator of the console, and prints the link with which they set their password.',
    },
    reset: {
      options: { email: { kind: email, required: true, help: 'whose password and authenticator app are set anew' } },
      audited: COMMAND_LINE,
      help: 'ends their sessions and prints a new link.',
    },
    unlock: {
      options: { email: { kind: email, required: true, help: 'who waits after wrong tries' } },
      audited: COMMAND_LINE,
      help: 'ends the waits after wrong passwords or codes.',
    },
    list: { help: 'prints the operators.' },
    'check-audit': { help: 'compares the audit log with its daily digests.' },
  },
  notes: 'A link works once, within an hour. It is never mailed by this command.',
})

const LISTED_MAX = 200

const formatOperator = ({ email: address, name, roles, state, lastUsedAt }: ListedOperator): string =>
  `${address}  ${name}  ${roles.join(', ')}  ${state}${lastUsedAt ? `, last seen ${hongKongMinute(lastUsedAt)}` : ''}`

const linkLines = (link: string): string[] => [`The link, which works once within ${INVITATION_MINUTES} minutes:`, link]

export async function runOperators(
  { operators: { people, credentials, checkAudit } }: Pick<Domains, 'operators'>,
  given: Arguments<typeof OPERATORS>,
): Promise<string[]> {
  switch (given.action) {
    case 'create': {
      const roles = [...new Set(given.roles)]
      return linkLines(await people.createByCommand({ ...given, roles }, given))
    }
    case 'reset':
      return linkLines(await people.resetByCommand(given.email, given))
    case 'unlock':
      await credentials.unlock(given.email, given)
      return ['Unlocked.']
    case 'check-audit': {
      const { days, wrong } = await checkAudit()
      if (wrong)
        throw new CommandError(`The audit log of ${wrong.toString()} is not what it was when its digest was made.`)
      return [`The audit log agrees with its digests of ${days} ${days === 1 ? 'day' : 'days'}.`]
    }
    case 'list': {
      const { list } = await people.list({ filter: {}, sort: 'name', limit: LISTED_MAX })
      return list.length > 0 ? list.map(formatOperator) : ['There is no operator.']
    }
  }
}

export const operatorsCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(OPERATORS, { config, args }, ({ domains }, given) => runOperators(domains, given))
