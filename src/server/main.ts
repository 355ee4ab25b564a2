import { AppError } from '#contract/errors.ts'
import { ClusterError } from './adapters/postgres/cluster-error.ts'
import { ConfigError, readConfig } from './config.ts'
import { DISK_FULL_SENTENCE, isDiskFull } from './kit/disk-full.ts'
import { endProcess } from './kit/end-process.ts'
import { CommandError } from './kit/command-error.ts'
import { sentenceOf } from './wire/errors.ts'

/** The verbs of the command line. `bin/harbour.js` starts this on the right Node after installing and building. */
const VERBS = {
  start: async () => (await import('./commands/start.ts')).startCommand,
  role: async () => (await import('./commands/role.ts')).role,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  ingest: async () => (await import('./commands/ingest.ts')).ingestCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  'erase-demo-accounts': async () => (await import('./commands/erase-demo-accounts.ts')).eraseDemoAccountsCommand,
  ledger: async () => (await import('./commands/ledger.ts')).ledgerCommand,
  finance: async () => (await import('./commands/finance.ts')).financeCommand,
  correct: async () => (await import('./commands/correct.ts')).correctCommand,
  partners: async () => (await import('./commands/partners.ts')).partnersCommand,
  codes: async () => (await import('./commands/codes.ts')).codesCommand,
  comments: async () => (await import('./commands/comments.ts')).commentsCommand,
  campaigns: async () => (await import('./commands/campaigns.ts')).campaignsCommand,
  contact: async () => (await import('./commands/contact.ts')).contactCommand,
  content: async () => (await import('./commands/content.ts')).contentCommand,
  deliveries: async () => (await import('./commands/deliveries.ts')).deliveriesCommand,
  tickets: async () => (await import('./commands/tickets.ts')).ticketsCommand,
  edge: async () => (await import('./commands/edge.ts')).edgeCommand,
  operators: async () => (await import('./commands/operators.ts')).operatorsCommand,
  searches: async () => (await import('./commands/searches.ts')).searchesCommand,
  plans: async () => (await import('./commands/plans.ts')).plansCommand,
  payments: async () => (await import('./commands/payments.ts')).paymentsCommand,
  refund: async () => (await import('./commands/refund.ts')).refundCommand,
  webhooks: async () => (await import('./commands/webhooks.ts')).webhooksCommand,
} as const

/** Exit codes: 0 done, 1 failed, 2 wrong usage. File names in `args` are relative to the operator's working directory. */
async function main([verb = 'start', ...args]: string[]): Promise<number> {
  if (!Object.hasOwn(VERBS, verb)) {
    console.error(`Unknown command ${verb}. Commands: ${Object.keys(VERBS).join(', ')}`)
    return 2
  }
  const config = readConfig(process.env)
  const command = await VERBS[verb as keyof typeof VERBS]()
  return command(config, args, process.env.INIT_CWD ?? process.cwd())
}

/** Plain sentences without a stack where the cause is known. */
function explain(error: unknown): void {
  const known = [ConfigError, ClusterError, CommandError].some((kind) => error instanceof kind)
  if (known) console.error((error as Error).message)
  else if (error instanceof AppError) console.error(sentenceOf(error, 'en_US'))
  else console.error(isDiskFull(error) ? DISK_FULL_SENTENCE : error)
}

// A list of processes shows the role.
process.title = process.argv[2] === 'role' ? `harbour ${process.argv[3]}` : 'harbour'
main(process.argv.slice(2)).then(endProcess, (error: unknown) => {
  explain(error)
  endProcess(error instanceof ConfigError ? 2 : 1)
})
