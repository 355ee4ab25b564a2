import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CANNOT_RUN } from './support/needs.ts'

/**
 * `npm run bench [-- name …]`: runs each benchmark in its own process.
 * A benchmark prints its table and exits with 1 if a budget is exceeded, or with CANNOT_RUN if the machine lacks a
 * requirement; the others still run. Exits with 1 if a benchmark failed or exceeded a budget, with CANNOT_RUN if none
 * could run, else with 0.
 */
const folder = import.meta.dirname
const all = (await readdir(folder))
  .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
  .map((name) => name.slice(0, -3))
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !all.includes(name))
if (unknown.length) {
  console.error(`No bench ${unknown.join(', ')}. One of: ${all.join(', ')}`)
  process.exit(2)
}

const broken: string[] = []
const missing: string[] = []
const names = requested.length ? requested : all.toSorted()
for (const name of names) {
  console.log(`\n# ${name}`)
  const child = spawn(process.execPath, [join(folder, `${name}.ts`)], { stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', (value) => resolve(value)))
  if (code === CANNOT_RUN) missing.push(name)
  else if (code !== 0) broken.push(name)
}
if (missing.length) console.log(`\nNot measured here: ${missing.join(', ')}`)
if (broken.length) console.log(`\nPast a budget, or failed: ${broken.join(', ')}`)
if (broken.length) process.exit(1)
process.exit(missing.length === names.length ? CANNOT_RUN : 0)
