import { mkdir, writeFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import {
  type ListedCampaign,
  type OpenedSubmission,
  stateOf,
  type Submission,
} from '#server/domains/campaigns/index.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { actorOf } from './operator.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run campaigns -- list
  npm run campaigns -- submissions CAMPAIGN
  npm run campaigns -- show NUMBER [--image FILE] [--field NAME]
  npm run campaigns -- export CAMPAIGN --folder FOLDER
  npm run campaigns -- delete NUMBER --reason "…"
  npm run campaigns -- image FILE

list prints the campaign pages, which \`npm run content -- import\` adds and changes; submissions prints what was sent with the form of one,
without who sent it. show prints one submission, and saves its image (of a field) to a new file. export writes all of them to a
new folder: submissions.jsonl, and the images. delete deletes one, because its sender asks for it.
image registers an image for pages and prints the key by which a record names it.
  --reason     why, for the audit log
  --operator   who does it: the account of this computer by default
show, export and delete are written to audit_entry.
`

type By = { readonly actor: string; readonly reason: string }
export type CampaignsCommand =
  | { readonly action: 'list' }
  | { readonly action: 'submissions'; readonly codeName: string }
  | ({ readonly action: 'show'; readonly submissionNumber: string } & By & {
        readonly image?: string | undefined
        readonly field?: string | undefined
      })
  | ({ readonly action: 'export'; readonly codeName: string; readonly folder: string } & By)
  | ({ readonly action: 'delete'; readonly submissionNumber: string } & By)
  | { readonly action: 'image'; readonly file: string }

const DEFAULT_REASON = 'campaign'
const OPTIONS = ['image', 'field', 'folder', 'reason', 'operator'] as const
type Option = (typeof OPTIONS)[number]
/** The options that an action takes. */
const TAKES: Readonly<Record<CampaignsCommand['action'], readonly Option[]>> = {
  list: [],
  submissions: [],
  show: ['image', 'field', 'reason', 'operator'],
  export: ['folder', 'reason', 'operator'],
  delete: ['reason', 'operator'],
  image: [],
}

/** The arguments of the command; undefined when they are wrong. */
export function readCampaignsCommand(args: readonly string[]): CampaignsCommand | undefined {
  const options = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' }] as const))
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const [action = '', what, ...rest] = positionals
  if (!Object.hasOwn(TAKES, action) || rest.length > 0) return undefined
  const known = action as CampaignsCommand['action']
  const isKnown = Object.entries(values).every(
    ([name, value]) => TAKES[known].includes(name as Option) && typeof value === 'string' && value.trim() !== '',
  )
  if (!isKnown) return undefined
  const { image, field, folder, reason, operator } = values as Partial<Record<Option, string>>
  if (known === 'list') return what === undefined ? { action: known } : undefined
  if (what === undefined) return undefined
  const by = {
    actor: actorOf(operator),
    reason: reason?.trim() ?? DEFAULT_REASON,
  }
  switch (known) {
    case 'submissions':
      return { action: known, codeName: what }
    case 'image':
      return { action: known, file: what }
    case 'show':
      return field !== undefined && image === undefined
        ? undefined
        : { action: known, submissionNumber: what, image, field, ...by }
    case 'export':
      return folder === undefined ? undefined : { action: known, codeName: what, folder, ...by }
    case 'delete':
      return reason === undefined ? undefined : { action: known, submissionNumber: what, ...by }
  }
}

const minute = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'minute' })

/** One line for a campaign. */
export function formatCampaign(
  { codeName, withdrawn, startsAt, endsAt, regions, submissions, content }: ListedCampaign,
  now: Temporal.Instant,
): string {
  const state = withdrawn ? 'withdrawn' : stateOf({ startsAt, endsAt }, now)
  const from = startsAt ? minute(startsAt) : 'always'
  const until = endsAt ? minute(endsAt) : 'no end'
  const where = regions.length > 0 ? `; ${regions.join(', ')} only` : ''
  const count = submissions > 0 ? `; ${submissions} submissions` : ''
  return `${codeName}  ${state}  ${content.title.zh_HK} · ${content.title.en_US}; ${from} to ${until}${where}${count}`
}

/** One line for a submission: not who sent it. */
export function formatSubmission({ submissionNumber, language, submittedAt, ...rest }: Submission): string {
  const who = rest.accountId === null ? 'visitor' : 'member'
  const marketing = rest.marketingVersion === null ? '' : '; agrees to marketing'
  const images = rest.imageFields.length > 0 ? `; images: ${rest.imageFields.join(', ')}` : ''
  return `${submissionNumber}  sent ${minute(submittedAt)}; ${language}; ${who}${marketing}${images}`
}

/** A submission with what is in it; nothing in it controls the terminal. */
export function formatOpened(opened: OpenedSubmission): string {
  const answers = opened.answers.flatMap(({ label, value }) => [
    `${label}:`,
    ...value.split('\n').map((line) => `  ${line}`),
  ])
  const agreed = [`Agreed to (${opened.termsVersion}): ${opened.termsText}`]
  if (opened.marketingText !== null) agreed.push(`Agreed to (${opened.marketingVersion}): ${opened.marketingText}`)
  return [formatSubmission(opened), ...[...answers, '', ...agreed].map((line) => (line === '' ? '' : `    ${line}`))]
    .join('\n')
    .replaceAll(/[^\P{C}\n]/gu, '')
}

/** Does what the command says; files are relative to `from`. @returns the lines to print @throws CommandError */
export async function runCampaigns(
  { campaigns: { operators } }: Pick<Domains, 'campaigns'>,
  command: CampaignsCommand,
  { from, now }: { from: string; now: Temporal.Instant },
): Promise<string[]> {
  switch (command.action) {
    case 'list': {
      const found = await operators.list()
      return found.length > 0 ? found.map((one) => formatCampaign(one, now)) : ['There is no campaign.']
    }
    case 'submissions': {
      const found = await operators.submissions(command.codeName)
      return found.length > 0 ? found.map(formatSubmission) : ['Nothing was sent.']
    }
    case 'show': {
      const opened = await operators.show(command)
      if (command.image === undefined) return [formatOpened(opened)]
      const { bytes } = await operators.image(command)
      await save(resolve(from, command.image), bytes)
      return [formatOpened(opened), `The image is in ${command.image}.`]
    }
    case 'export': {
      const folder = resolve(from, command.folder)
      await mkdir(folder, { mode: 0o700 }).catch(refuse(folder))
      return [`${await exportTo(operators, command, folder)} submissions are in ${command.folder}.`]
    }
    case 'delete':
      await operators.remove(command)
      return ['Deleted.']
    case 'image':
      return [await addImage(operators, resolve(from, command.file))]
  }
}

type Operators = Domains['campaigns']['operators']

async function exportTo(operators: Operators, command: By & { codeName: string }, folder: string): Promise<number> {
  const lines: string[] = []
  const count = await operators.exportAll(command, async ({ submission, images }) => {
    const imageNames: string[] = []
    for (const { bytes, fileName, field } of images) {
      const name = `${submission.submissionNumber}-${field}${extname(fileName)}`
      await save(join(folder, name), bytes)
      imageNames.push(name)
    }
    const { accountId, imageFields: _, ...facts } = submission
    lines.push(JSON.stringify({ ...facts, isMember: accountId !== null, pictures: imageNames }))
  })
  await save(join(folder, 'submissions.jsonl'), Buffer.from(`${lines.join('\n')}\n`))
  return count
}

async function addImage(operators: Operators, file: string): Promise<string> {
  const name = basename(file).toLowerCase()
  return operators.addImage(file, name).catch((cause: Error) => {
    throw new CommandError(`${file} cannot be registered (${cause.message}).`, { cause })
  })
}

const refuse = (path: string) => (cause: Error) => {
  throw new CommandError(`${path} cannot be written (${cause.message}).`, { cause })
}

async function save(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 }).catch(refuse(path))
}

/** `npm run campaigns`: campaign pages and what was sent with their forms. `from`: the folder of relative file names. */
export async function campaignsCommand(config: Config, args: readonly string[], from: string): Promise<number> {
  const command = readCampaignsCommand(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'campaigns', async (app) => {
    const lines = await runCampaigns(app.domains, command, { from, now: app.clock.now() })
    for (const line of lines) console.log(line)
    return 0
  })
}
