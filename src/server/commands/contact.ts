import { resolve } from 'node:path'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { CONTACT_STATES, type ContactCase, type OpenedCase } from '#server/domains/contact/index.ts'
import { type Arguments, defineCommand, named, oneOf, text } from './command.ts'
import { readTextFile, writeNewFile } from './operator-files.ts'
import { runOnApp } from './with-app.ts'
import { hongKongMinute } from '#server/kit/instants.ts'

const CASE = { caseNumber: { kind: text, shown: '<case>' } } as const
const AUDITED = { reason: 'contact message' } as const
const FILE = named('<file>')

export const CONTACT = defineCommand({
  name: 'contact',
  actions: {
    list: {
      options: { state: { kind: oneOf(CONTACT_STATES), fallback: 'open', help: 'open, which wait for an answer' } },
      help: 'prints the contact messages in a state, the oldest first, without who wrote them.',
    },
    show: {
      positionals: CASE,
      options: { image: { kind: FILE, help: 'a new file for its image' } },
      audited: AUDITED,
      help: 'prints one with who wrote it, and saves its image.',
    },
    answer: {
      positionals: CASE,
      options: {
        text: { kind: text, help: 'what is mailed' },
        file: { kind: FILE, help: 'or the file that it is in' },
      },
      exactlyOne: ['text', 'file'],
      audited: AUDITED,
      help: 'mails a text to its sender; another answer can follow.',
    },
    close: {
      positionals: CASE,
      audited: AUDITED,
      help: 'ends a case; one without a further answer is closed after 30 days, and deleted when the time of the privacy statement is over.',
    },
  },
  notes: 'Everything but list is written to audit_entry.',
})

export function formatCase({ caseNumber, state, theme, language, sentAt, answeredAt, ...rest }: ContactCase): string {
  const who = rest.accountId === null ? 'visitor' : 'member'
  const answered = answeredAt ? `, answered ${hongKongMinute(answeredAt)}` : ''
  const image = rest.uploadId === null ? '' : ', with an image'
  return `${caseNumber}  ${state}  ${theme}; ${language}; ${who}; sent ${hongKongMinute(sentAt)}${answered}${image}`
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

/** `from`: the folder of relative file names. @returns the lines to print @throws CommandError */
export async function runContact(
  { contact: { cases } }: Pick<Domains, 'contact'>,
  given: Arguments<typeof CONTACT>,
  from: string,
): Promise<string[]> {
  switch (given.action) {
    case 'list': {
      const found = await cases.list(given.state)
      return found.length > 0 ? found.map(formatCase) : [`No message is ${given.state}.`]
    }
    case 'show': {
      const opened = await cases.show(given)
      if (given.image === undefined) return [formatOpened(opened)]
      const { bytes } = await cases.image(given)
      await writeNewFile(resolve(from, given.image), bytes)
      return [formatOpened(opened), `The image is in ${given.image}.`]
    }
    case 'answer': {
      const { email } = await cases.answer({
        ...given,
        text: given.text ?? (await readTextFile(from, given.file ?? '')),
      })
      return [`The answer is on its way to ${email}.`]
    }
    case 'close':
      await cases.close(given)
      return ['Closed.']
  }
}

export const contactCommand = (config: Config, args: readonly string[], from: string): Promise<number> =>
  runOnApp(CONTACT, { config, args }, ({ domains }, given) => runContact(domains, given, from))
