#!/usr/bin/env node
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { at, Refusal, ROOT } from './clone.js'
import { ensureBuild } from './build.js'
import { ensureChromium } from './chromium.js'
import { develop } from './dev.js'
import { ensureEngines } from './engines.js'
import { handOver } from './handover.js'
import { ensurePackages } from './install.js'
import { environment, findNode } from './runtime.js'
import { screensRun } from './screens.js'
import { check, script } from './tools.js'

/**
 * The starter, in plain JavaScript for Node 20 without dependencies. It updates packages and site, then runs the
 * requested command with the Node version required by Harbour. Every npm script goes through it.
 */
const VERBS = {
  start: async (node, args) => {
    await ensureBuild(node)
    return serverVerb('start')(node, args)
  },
  migrate: serverVerb('migrate'),
  ingest: serverVerb('ingest'),
  backup: serverVerb('backup'),
  restore: serverVerb('restore'),
  webhooks: serverVerb('webhooks'),
  payments: serverVerb('payments'),
  refund: serverVerb('refund'),
  'erase-demo-accounts': serverVerb('erase-demo-accounts'),
  clips: (node, args) => handOver(node, [at('seed', 'make-clips', 'main.ts'), ...args], environment(node)),
  partners: serverVerb('partners'),
  plans: serverVerb('plans'),
  codes: serverVerb('codes'),
  comments: serverVerb('comments'),
  searches: serverVerb('searches'),
  campaigns: serverVerb('campaigns'),
  contact: serverVerb('contact'),
  content: serverVerb('content'),
  deliveries: serverVerb('deliveries'),
  tickets: serverVerb('tickets'),
  operators: serverVerb('operators'),
  edge: serverVerb('edge'),
  ledger: serverVerb('ledger'),
  correct: serverVerb('correct'),
  finance: serverVerb('finance'),
  dev: develop,
  build: async (node) => {
    await ensureBuild(node)
    return 0
  },
  check,
  test: (node, args) => test(node, args),
  'test:full': (node, args) => {
    if (wantsBrowser(args)) ensureEngines()
    return test(node, args, { TEST_FULL: '1' })
  },
  screens: (node, args) => {
    const { args: own, variables } = screensRun(args)
    return test(node, own, variables)
  },
  format: (node, args) =>
    handOver(node, [script('oxfmt', 'oxfmt'), ...(args.length > 0 ? args.map(fromRoot) : ['.'])], environment(node)),
  docs: (node) => handOver(node, [at('src', 'server', 'commands', 'wire-docs.ts')], environment(node)),
  chaos: async (node, args) => {
    await ensureBuild(node)
    return handOver(node, [at('test', 'chaos', 'main.ts'), ...args], environment(node))
  },
  bench: async (node, args) => {
    await ensureBuild(node)
    return handOver(node, [at('bench', 'main.ts'), ...args], environment(node))
  },
}

async function main([verb = 'start', ...args]) {
  if (!Object.hasOwn(VERBS, verb))
    throw new Refusal(`Unknown command "${verb}". Commands: ${Object.keys(VERBS).join(', ')}`)
  readEnvFile()
  await ensurePackages()
  return VERBS[verb](findNode(), args)
}

function serverVerb(verb) {
  return (node, args) => {
    const { NODE_ENV, HARBOUR_TEST, HARBOUR_SANDBOX } = process.env
    const mode = NODE_ENV || (HARBOUR_TEST === '1' ? 'test' : HARBOUR_SANDBOX === '1' ? 'development' : 'production')
    // A service that its operator calls production gets no provider sandbox, even where only this computer can reach it.
    const sandbox = HARBOUR_SANDBOX || (NODE_ENV === 'production' ? '0' : 'local')
    const variables = { NODE_ENV: mode, HARBOUR_SANDBOX: sandbox }
    return handOver(node, [at('src', 'server', 'main.ts'), verb, ...args], environment(node, variables))
  }
}

/** A path that is given in the folder where npm was called, as seen from the root; anything else stays as it is. */
function fromRoot(arg) {
  const given = path.relative(ROOT, path.resolve(process.env.INIT_CWD ?? process.cwd(), arg)) || '.'
  return existsSync(at(given)) ? given : arg
}

async function test(node, args, variables = {}) {
  refuseUnmatched(args)
  const browser = wantsBrowser(args) ? { CHROMIUM_PATH: ensureChromium() } : {}
  // The journeys come last: what they run against is prepared while the other tests wait for each other.
  const early = args.length === 0 ? { E2E_START_EARLY: '1' } : {}
  await ensureBuild(node)
  const own = environment(node, { ...variables, ...browser, ...early })
  return handOver(node, [script('vitest', 'vitest'), 'run', ...args], own)
}

/** True for a full test run and for runs that name browser tests; unit tests need no browser. */
const wantsBrowser = (args) =>
  args.length === 0 || args.some((argument) => /e2e|engines|screens|pictures/.test(argument))

/** Vitest skips a path without a test file when another path has one. What follows an option may be its value. */
function refuseUnmatched(args) {
  const paths = args.filter((arg, index) => !arg.startsWith('-') && !args[index - 1]?.startsWith('-'))
  if (paths.length === 0) return
  const files = ['src', 'test', 'seed', 'bin', 'bench', 'deploy']
    .filter((folder) => existsSync(at(folder)))
    .flatMap((folder) => readdirSync(at(folder), { recursive: true }).map((file) => path.join(folder, file)))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => file.toLowerCase())
  const partOf = (arg) => path.relative(ROOT, path.resolve(ROOT, arg.replace(/:\d+$/, ''))).toLowerCase()
  const unmatched = paths.filter((arg) => !files.some((file) => file.includes(partOf(arg))))
  if (unmatched.length > 0) throw new Refusal(`No test file matches ${unmatched.join(', ')}.`)
}

function readEnvFile() {
  const file = at('.env')
  if (!existsSync(file)) return
  if (!process.loadEnvFile)
    throw new Refusal(`Reading ${file} requires Node 20.12 or newer. This is ${process.version}.`)
  process.loadEnvFile(file)
}

/** Messages for file system errors of any step. Other errors keep their stack trace. */
const MESSAGES = {
  ENOSPC: 'The disk is full. Free some space and start again. The next start repairs an unfinished install or build.',
  EACCES: 'No permission to write to this clone. Start as its owner.',
  EPERM: 'No permission to write to this clone. Start as its owner.',
  EROFS: 'This clone is on a read-only file system.',
}

function fail(error) {
  const sentence = error instanceof Refusal ? error.message : MESSAGES[error.code]
  if (sentence === undefined) throw error
  console.error(sentence)
  const details = error instanceof Refusal ? error.details : error.message
  if (details) console.error(details)
  return 1
}

process.exitCode = await main(process.argv.slice(2)).catch(fail)
