import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { at, jsonOf, Refusal, say } from './clone.js'
import { environment } from './runtime.js'
import { checkSources } from './source-rules.js'
import { checkVocabulary } from './vocabulary.js'

/** The checks of `npm run check`: name, package, program of that package, arguments. */
const CHECKS = [
  ['types', 'typescript', 'tsc', ['--noEmit']],
  // Each side is compiled without the APIs that it must not use.
  ['types without DOM and Node', 'typescript', 'tsc', ['--noEmit', '--project', 'tsconfig.contract.json']],
  ['types without DOM', 'typescript', 'tsc', ['--noEmit', '--project', 'tsconfig.server.json']],
  ['types without Node', 'typescript', 'tsc', ['--noEmit', '--project', 'tsconfig.web.json']],
  ['lint', 'oxlint', 'oxlint', ['--type-aware', '--deny-warnings']],
  [
    'boundaries',
    'dependency-cruiser',
    'depcruise',
    ['--output-type=err-long', 'src', 'test', 'bench', 'seed', 'deploy'],
  ],
  ['unused', 'knip', 'knip', []],
  ['format', 'oxfmt', 'oxfmt', ['--check', '.']],
]

/** Path of a package's program, to be run on our Node. */
export function script(pack, name) {
  const bin = jsonOf(at('node_modules', pack, 'package.json'))?.bin
  const file = typeof bin === 'string' ? bin : bin?.[name]
  if (file === undefined)
    throw new Refusal(`The package ${pack} does not contain the program ${name}. Delete node_modules and start again.`)
  return at('node_modules', pack, file)
}

/** Writes docs/wire-api.md when it is stale, and fails once: the commit lacks it. */
const DOCS = {
  name: 'docs/wire-api.md',
  file: () => at('src', 'server', 'commands', 'wire-docs.ts'),
  args: ['--check'],
}

/** Rules of our own: former names that came back, and lines of sources, texts and documents. */
const OWN = [
  ['vocabulary', checkVocabulary],
  ['source rules', checkSources],
]

const NAMES = [...OWN, ...CHECKS].map(([name]) => name).concat(DOCS.name)

/**
 * Runs checks concurrently and prints the output of each when it has finished.
 * @param wanted beginnings of names; without any, all checks run
 * @returns the exit code
 */
export async function check(node, wanted) {
  const unknown = wanted.find((start) => !NAMES.some((name) => name.startsWith(start)))
  if (unknown !== undefined) throw new Refusal(`Unknown check "${unknown}". Checks: ${NAMES.join(', ')}`)
  const isWanted = (name) => wanted.length === 0 || wanted.some((start) => name.startsWith(start))
  const own = OWN.filter(([name]) => isWanted(name)).map(([name, find]) => checkOwn(name, find))
  const programs = [
    ...CHECKS.map(([name, pack, program, args]) => ({ name, file: () => script(pack, program), args })),
    DOCS,
  ].filter(({ name }) => isWanted(name))
  const results = [...own, ...(await Promise.all(programs.map((program) => runCheck(node, program))))]
  return results.every(Boolean) ? 0 : 1
}

function checkOwn(name, find) {
  const found = find()
  say(`${found.length === 0 ? '✓' : '✗'} ${name}`)
  if (found.length > 0) say(`${found.join('\n')}\n`)
  return found.length === 0
}

/** dependency-cruiser believes that sources were missed without the API of TypeScript 6; it reads ours with swc. */
const MISTAKEN_WARNING = /^.*missing-tsc-transpiler.*\n(?: {4}.*\n|\n)*/m

async function runCheck(node, { name, file, args }) {
  const startMs = performance.now()
  const present = args.filter((argument) => argument.startsWith('-') || existsSync(at(argument)))
  const child = spawn(node, [file(), ...present], {
    cwd: at(),
    env: environment(node),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const append = (chunk) => (output += chunk)
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  say(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - startMs) / 1000).toFixed(1)} s)`)
  if (code !== 0) say(`${output.replace(MISTAKEN_WARNING, '').trim()}\n`)
  return code === 0
}
