import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Confinement, findConfinement } from './confinement.ts'
import { bwrapCommand, unshareCommand } from './confinement.rules.ts'
import { createFfmpeg, encoderWarnings } from './ffmpeg-transcoder.ts'
import { runLimited } from './process.ts'

const found = await findConfinement(['/bin/true'], [])
if (!found)
  console.warn('Skipped: neither bubblewrap nor unshare works here, so ffmpeg runs unconfined on this machine.')

let data: string
let job: string
let source: string
let program: string
let confinement: Confinement

/** A program that stands in ffmpeg's place and writes what it can reach into its output folder. */
const INTRUDER = `#!/bin/sh
if [ "$1" = -version ]; then exit 0; fi
out=$1; shift
for file in "$@"; do
  if cat "$file" > /dev/null 2>&1; then echo "read $file"; else echo "no $file"; fi >> "$out/report"
  if ls "$file" > /dev/null 2>&1; then echo "saw $file"; fi >> "$out/report"
done
if kill -0 "$PARENT_PID" 2>/dev/null; then echo 'saw the service' >> "$out/report"; fi
echo "secret $MASTER_KEY" >> "$out/report"
`

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "harbour data '"))
  job = join(data, 'work', 'jobs', '1')
  source = join(data, 'film one.mp4')
  program = join(data, 'program', 'ffmpeg')
  await mkdir(join(data, 'keys'))
  await mkdir(join(data, 'postgres'))
  await mkdir(join(data, 'program'))
  await mkdir(job, { recursive: true })
  await writeFile(join(data, 'keys', 'master.key'), 'secret')
  await writeFile(join(data, 'postgres', 'PG_VERSION'), '18')
  await writeFile(source, 'film')
  await writeFile(program, INTRUDER)
  await chmod(program, 0o755)
  confinement = (await findConfinement([program], [data]))!
})
afterAll(() => rm(data, { recursive: true, force: true }))

const limits = { seconds: 30, stallSeconds: 30 }

describe.skipIf(!found)('a confined program', () => {
  test('reads its source and writes its output, and cannot reach keys, database, other jobs or the service', async () => {
    const secrets = [
      join(data, 'keys', 'master.key'),
      join(data, 'postgres', 'PG_VERSION'),
      '/etc/passwd',
      '/proc/1/environ',
    ]
    process.env.MASTER_KEY = 'key of the service'
    process.env.PARENT_PID = String(process.pid)
    try {
      const { code, stderr } = await runLimited(program, [job, source, ...secrets, data], {
        ...limits,
        confinement,
        access: { read: [source], write: [job] },
      })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    } finally {
      delete process.env.MASTER_KEY
      delete process.env.PARENT_PID
    }
    const report = (await readFile(join(job, 'report'), 'utf8')).trim().split('\n')
    expect(report).toEqual([
      `read ${source}`,
      `saw ${source}`,
      ...secrets.map((secret) => `no ${secret}`),
      `no ${data}`,
      // The folder is there, since the source is in it, but empty otherwise.
      `saw ${data}`,
      'secret',
    ])
  })

  test('cannot change its source', async () => {
    const { code } = await runLimited('/bin/sh', ['-c', 'echo x > "$1"', 'sh', source], {
      ...limits,
      confinement,
      access: { read: [source] },
    })
    expect(code).not.toBe(0)
    expect(await readFile(source, 'utf8')).toBe('film')
  })

  test('has no network: it reaches neither this machine nor others', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const script = `
      const outside = Object.values(require('os').networkInterfaces()).flat().filter(({ internal }) => !internal)
      require('net').connect(${port}, '127.0.0.1')
        .on('connect', () => { console.log('connected'); process.exit() })
        .on('error', ({ code }) => console.log(code, outside.length))`
    const { stdout } = await runLimited(process.execPath, ['-e', script], { ...limits, confinement })
    server.close()
    // The loopback interface of its own namespace is down with unshare, and up with bwrap.
    expect(stdout.trim()).toMatch(/^(ENETUNREACH|ECONNREFUSED) 0$/)
  })

  test('keeps its exit code, output and working folder', async () => {
    const ended = await runLimited('/bin/sh', ['-c', 'pwd; echo err >&2; exit 3'], {
      ...limits,
      cwd: job,
      confinement,
      access: { write: [job] },
    })
    expect(ended).toMatchObject({ code: 3, stdout: `${job}\n`, stderr: 'err\n' })
  })

  test('ends with its time limit, without leaving a process', async () => {
    const running = runLimited('/bin/sh', ['-c', 'sleep 61.5 & sleep 61.5'], { ...limits, seconds: 1, confinement })
    await expect(running).rejects.toMatchObject({ code: 'TIMEOUT' })
    await expect.poll(async () => (await runLimited('/bin/sh', ['-c', SLEEPERS], limits)).stdout).toBe('')
  })

  test('is what the transcoder runs', async () => {
    const transcoder = createFfmpeg({ ffmpeg: program, ffprobe: program }, { hidden: [data] })
    const run = { pidFile: join(job, 'ffmpeg.pid'), background: false, signal: new AbortController().signal }
    // Called as ffmpeg, the intruder takes "-hide_banner" for its output folder and can write nowhere.
    await transcoder.preview(source, join(job, 'preview.mp4'), run).catch(() => undefined)
    expect(await encoderWarnings({ ffmpeg: program, ffprobe: program, release: 7 }, [data])).toEqual([])
  })
})

/** Lists the processes of this test that still sleep. */
const SLEEPERS = `for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline 2>/dev/null; echo; done | while read -r line; do
  case $line in 'sleep 61.5'*) echo "$line";; esac; done`

const facts = { tool: '/usr/bin/tool', hidden: ['/srv/data'], root: '/tmp/root', isRoot: false }
const run = { program: '/opt/x/bin/ffmpeg', args: ['-i', 'a'], read: ['/films/a b.mp4'], write: ['/srv/data/work/1'] }

test.each([
  ['bwrap', bwrapCommand],
  ['unshare', unshareCommand],
])('%s hides the data folder before it shows the files of the run', (_, build) => {
  const command = build(facts, run).join(' ')
  const [hidden, source] = [command.lastIndexOf('/srv/data '), command.lastIndexOf('/films/a b.mp4')]
  expect(Math.max(hidden, command.lastIndexOf('/srv/data;'))).toBeLessThan(source)
  expect(command).toContain('/opt/x/lib')
  expect(command.endsWith('/opt/x/bin/ffmpeg -i a')).toBe(true)
})

test('warns of a missing, an outdated and an unconfined encoder', async () => {
  expect(await encoderWarnings({ ffmpeg: null, ffprobe: null }, [])).toEqual([expect.stringContaining('no ffmpeg')])
  const [old] = await encoderWarnings({ ffmpeg: '/bin/true', ffprobe: '/bin/true', release: 4 }, [])
  expect(old).toContain('release 4')
  const broken = await encoderWarnings({ ffmpeg: '/nonexistent/a', ffprobe: '/nonexistent/b', release: 7 }, [])
  expect(broken).toEqual([expect.stringContaining('not confined')])
})
