import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const TSC = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
// Below node_modules, where the packages of types are found.
const root = mkdtempSync(resolve('node_modules/.environments-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The globals among these that code under a configuration may not use. */
function unknownGlobals(config: string, globals: readonly string[]): string[] {
  const file = join(root, `${config}.ts`)
  writeFileSync(file, `export const used = [${globals.join(', ')}]\n`)
  const project = join(root, `${config}.json`)
  writeFileSync(project, JSON.stringify({ extends: resolve(config), files: [file], include: [] }))
  try {
    execFileSync(process.execPath, [TSC, '--noEmit', '--project', project], { encoding: 'utf8' })
    return []
  } catch (error) {
    const { stdout } = error as { stdout: string }
    return [...stdout.matchAll(/Cannot find name '(\w+)'/g)].map(([, name = '']) => name)
  }
}

const DOM = ['document', 'window', 'HTMLElement']
const NODE = ['process', 'Buffer', 'setImmediate']

test.each([
  ['tsconfig.contract.json', [...DOM, ...NODE]],
  ['tsconfig.server.json', DOM],
  ['tsconfig.web.json', NODE],
  ['tsconfig.json', []],
])('%s has none of %j', (config, unknown) => {
  expect(unknownGlobals(config, [...DOM, ...NODE])).toEqual(unknown)
})
