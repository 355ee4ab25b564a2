import { mkdir } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import {
  type ListedCampaign,
  type OpenedSubmission,
  stateOf,
  type Submission,
} from '#server/domains/campaigns/index.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { type Arguments, defineCommand, named, text } from './command.ts'
import { cannotWrite, writeNewFile } from './operator-files.ts'
import { runOnApp } from './with-app.ts'
import { hongKongMinute } from '#server/kit/instants.ts'

const CAMPAIGN = { codeName: { kind: text, shown: '<campaign>' } } as const
const SUBMISSION = { submissionNumber: { kind: text, shown: '<number>' } } as const
const AUDITED = { reason: 'campaign' } as const
const FILE = named('<file>')

export const CAMPAIGNS = defineCommand({
  name: 'campaigns',
  actions: {
    list: { help: 'prints the campaign pages, which `npm run content -- import` adds and changes.' },
    submissions: { positionals: CAMPAIGN, help: 'prints what was sent with the form of one, without who sent it.' },
    show: {
      positionals: SUBMISSION,
      options: {
        image: { kind: FILE, help: 'a new file for its image' },
        field: { kind: text, needs: 'image', help: 'the field of the image' },
      },
      audited: AUDITED,
      help: 'prints one submission, and saves its image.',
    },
    export: {
      positionals: CAMPAIGN,
      options: { folder: { kind: named('<folder>'), required: true, help: 'a new folder' } },
      audited: AUDITED,
      help: 'writes all of them to a new folder: submissions.jsonl, and the images.',
    },
    delete: {
      positionals: SUBMISSION,
      audited: 'reason required',
      help: 'deletes one, because its sender asks for it.',
    },
    image: {
      positionals: { file: { kind: FILE } },
      help: 'registers an image for pages and prints the key by which a record names it.',
    },
  },
  notes: 'show, export and delete are written to audit_entry.',
})

export function formatCampaign(
  { codeName, withdrawn, startsAt, endsAt, regions, submissions, content }: ListedCampaign,
  now: Temporal.Instant,
): string {
  const state = withdrawn ? 'withdrawn' : stateOf({ startsAt, endsAt }, now)
  const from = startsAt ? hongKongMinute(startsAt) : 'always'
  const until = endsAt ? hongKongMinute(endsAt) : 'no end'
  const where = regions.length > 0 ? `; ${regions.join(', ')} only` : ''
  const count = submissions > 0 ? `; ${submissions} submissions` : ''
  return `${codeName}  ${state}  ${content.title.zh_HK} · ${content.title.en_US}; ${from} to ${until}${where}${count}`
}

export function formatSubmission({ submissionNumber, language, submittedAt, ...rest }: Submission): string {
  const who = rest.accountId === null ? 'visitor' : 'member'
  const marketing = rest.marketingVersion === null ? '' : '; agrees to marketing'
  const images = rest.imageFields.length > 0 ? `; images: ${rest.imageFields.join(', ')}` : ''
  return `${submissionNumber}  sent ${hongKongMinute(submittedAt)}; ${language}; ${who}${marketing}${images}`
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

/** `from`: the folder of relative file names. @returns the lines to print @throws CommandError */
export async function runCampaigns(
  { campaigns: { operators } }: Pick<Domains, 'campaigns'>,
  given: Arguments<typeof CAMPAIGNS>,
  { from, now }: { from: string; now: Temporal.Instant },
): Promise<string[]> {
  switch (given.action) {
    case 'list': {
      const found = await operators.list()
      return found.length > 0 ? found.map((one) => formatCampaign(one, now)) : ['There is no campaign.']
    }
    case 'submissions': {
      const found = await operators.submissions(given.codeName)
      return found.length > 0 ? found.map(formatSubmission) : ['Nothing was sent.']
    }
    case 'show': {
      const opened = await operators.show(given)
      if (given.image === undefined) return [formatOpened(opened)]
      const { bytes } = await operators.image(given)
      await writeNewFile(resolve(from, given.image), bytes)
      return [formatOpened(opened), `The image is in ${given.image}.`]
    }
    case 'export': {
      const folder = resolve(from, given.folder)
      await mkdir(folder, { mode: 0o700 }).catch(cannotWrite(folder))
      return [`${await exportTo(operators, given, folder)} submissions are in ${given.folder}.`]
    }
    case 'delete':
      await operators.remove(given)
      return ['Deleted.']
    case 'image':
      return [await addImage(operators, resolve(from, given.file))]
  }
}

type Operators = Domains['campaigns']['operators']
type Exporting = Extract<Arguments<typeof CAMPAIGNS>, { action: 'export' }>

async function exportTo(operators: Operators, given: Exporting, folder: string): Promise<number> {
  const lines: string[] = []
  const count = await operators.exportAll(given, async ({ submission, images }) => {
    const imageNames: string[] = []
    for (const { bytes, fileName, field } of images) {
      const name = `${submission.submissionNumber}-${field}${extname(fileName)}`
      await writeNewFile(join(folder, name), bytes)
      imageNames.push(name)
    }
    const { accountId, imageFields: _, ...facts } = submission
    lines.push(JSON.stringify({ ...facts, isMember: accountId !== null, pictures: imageNames }))
  })
  await writeNewFile(join(folder, 'submissions.jsonl'), Buffer.from(`${lines.join('\n')}\n`))
  return count
}

async function addImage(operators: Operators, file: string): Promise<string> {
  const name = basename(file).toLowerCase()
  return operators.addImage(file, name).catch((cause: Error) => {
    throw new CommandError(`${file} cannot be registered (${cause.message}).`, { cause })
  })
}

export const campaignsCommand = (config: Config, args: readonly string[], from: string): Promise<number> =>
  runOnApp(CAMPAIGNS, { config, args }, ({ domains, clock }, given) =>
    runCampaigns(domains, given, { from, now: clock.now() }),
  )
