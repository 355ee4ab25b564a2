import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { CONTACT_STATES, type ContactCase, type ContactState, type OpenedCase } from '#server/domains/contact/index.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { actorOf } from './operator.ts'
import { readTextFile } from './text-file.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run contact -- list [--state ${CONTACT_STATES.join('|')}]
  npm run contact -- show CASE [--image FILE]
  npm run contact -- answer CASE --text "…" | --file FILE
  npm run contact -- close CASE

list prints the contact messages in a state (open, which wait for an answer, by default), the oldest first, without who wrote them;
show prints one with who wrote it, and saves its image to a new file.
answer mails a text to whoever wrote it; another answer can follow. close ends a case; a case without a further answer is closed
after 30 days, and deleted when the time of the privacy statement is over.
  --reason     why, for the audit log
  --operator   who does it: the account of this computer by default
Everything but list is written to audit_entry.
`

type By = { readonly caseNumber: string; readonly actor: string; readonly reason: string }
export type ContactCommand =
  | { readonly action: 'list'; readonly state: ContactState }
  | ({ readonly action: 'show'; readonly image?: string | undefined } & By)
  | ({ readonly action: 'answer'; readonly text?: string | undefined; readonly file?: string | undefined } & By)
  | ({ readonly action: 'close' } & By)

const DEFAULT_REASON = 'contact message'
const OPTIONS = ['state', 'image', 'text', 'file', 'reason', 'operator'] as const
type Option = (typeof OPTIONS)[number]
/** The options that an action takes. */
const TAKES: Readonly<Record<ContactCommand['action'], readonly Option[]>> = {
  list: ['state'],
  show: ['image', 'reason', 'operator'],
  answer: ['text', 'file', 'reason', 'operator'],
  close: ['reason', 'operator'],
}

/** The arguments of the command; undefined when they are wrong. */
export function readContactCommand(args: readonly string[]): ContactCommand | undefined {
  const options = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' }] as const))
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const [action = '', caseNumber, ...rest] = positionals
  if (!Object.hasOwn(TAKES, action) || rest.length > 0) return undefined
  const known = action as ContactCommand['action']
  const isKnown = Object.entries(values).every(
    ([name, value]) => TAKES[known].includes(name as Option) && typeof value === 'string' && value.trim() !== '',
  )
  if (!isKnown) return undefined
  const { state = 'open', image, text, file, reason, operator } = values as Partial<Record<Option, string>>
  if (known === 'list') {
    const listed = CONTACT_STATES.find((one) => one === state)
    return caseNumber === undefined && listed ? { action: known, state: listed } : undefined
  }
  if (caseNumber === undefined) return undefined
  const actor = actorOf(operator)
  const by = { caseNumber, actor, reason: reason?.trim() ?? DEFAULT_REASON }
  if (known === 'show') return { action: known, image, ...by }
  if (known === 'close') return { action: known, ...by }
  return (text === undefined) === (file === undefined) ? undefined : { action: known, text, file, ...by }
}

const minute = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'minute' })

/** One line for a case: not who wrote it. */
export function formatCase({ caseNumber, state, theme, language, sentAt, answeredAt, ...rest }: ContactCase): string {
  const who = rest.accountId === null ? 'visitor' : 'member'
  const answered = answeredAt ? `, answered ${minute(answeredAt)}` : ''
  const image = rest.uploadId === null ? '' : ', with an image'
  return `${caseNumber}  ${state}  ${theme}; ${language}; ${who}; sent ${minute(sentAt)}${answered}${image}`
}

/** A case with who wrote it and what; nothing in it controls the terminal. */
export function formatOpened(opened: OpenedCase): string {
  const { name, phone, email, loginAccount, device, content, answers } = opened
  const account = loginAccount === '' ? [] : [`login account ${loginAccount}`]
  const facts = [name, phone, email, ...account, `device: ${device}`]
  const blocks = [content, ...answers.map(({ at, text }) => `Answered ${at}:\n${text}`)]
  const lines = [...facts, ...blocks.flatMap((block) => ['', ...block.split('\n')])]
  return [formatCase(opened), ...lines.map((line) => (line === '' ? '' : `    ${line}`))]
    .join('\n')
    .replaceAll(/[^\P{C}\n]/gu, '')
}

/** Does what the command says; files are relative to `from`. @returns the lines to print @throws CommandError */
export async function runContact(
  { contact: { cases } }: Pick<Domains, 'contact'>,
  command: ContactCommand,
  from: string,
): Promise<string[]> {
  switch (command.action) {
    case 'list': {
      const found = await cases.list(command.state)
      return found.length > 0 ? found.map(formatCase) : [`No message is ${command.state}.`]
    }
    case 'show': {
      const opened = await cases.show(command)
      if (command.image === undefined) return [formatOpened(opened)]
      const { bytes } = await cases.image(command)
      await save(resolve(from, command.image), bytes)
      return [formatOpened(opened), `The image is in ${command.image}.`]
    }
    case 'answer': {
      const { email } = await cases.answer({
        ...command,
        text: command.text ?? (await readTextFile(from, command.file ?? '')),
      })
      return [`The answer is on its way to ${email}.`]
    }
    case 'close':
      await cases.close(command)
      return ['Closed.']
  }
}

async function save(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 }).catch((cause: Error) => {
    throw new CommandError(`${path} cannot be written (${cause.message}).`, { cause })
  })
}

/** `npm run contact`: messages to the operators. `from`: the folder of relative file names. */
export async function contactCommand(config: Config, args: readonly string[], from: string): Promise<number> {
  const command = readContactCommand(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'contact', async (app) => {
    for (const line of await runContact(app.domains, command, from)) console.log(line)
    return 0
  })
}
