import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONFIG_NAMES, readConfig, SECRET_NAMES } from '#server/config.ts'
import { ROLES } from '#server/config.schema.ts'

/** What `deploy/` says of settings, secrets and documents holds for this program. */

const SETTINGS = new Set([...CONFIG_NAMES, ...SECRET_NAMES.map((name) => `${name}_FILE`)])
const unknownSettings = (names: Iterable<string>) => [...names].filter((name) => !SETTINGS.has(name))
const textOf = (file: string) => readFileSync(file, 'utf8')
const namesIn = (file: string) => [...textOf(file).matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)

interface Service {
  image?: string
  command?: string[]
  user?: string
  environment?: Record<string, string>
  env_file?: string[]
  secrets?: string[]
  networks?: string[]
  volumes?: string[]
  tmpfs?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  restart?: string
  healthcheck?: { test: string[] }
  stop_grace_period?: string
  depends_on?: Record<string, { condition: string }>
}

interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, null>
  secrets: Record<string, { file: string }>
}

const compose = parse(textOf('deploy/compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const ours = services.filter(([, { environment }]) => environment?.NODE_ENV !== undefined)
const isOnce = ({ restart }: Service) => restart === 'no'

let folder: string
/** A secret of each kind. */
const SECRETS: Record<string, string> = {
  'database-url': 'postgres://harbour_service:secret@database:5432/harbour',
  'master-key': Buffer.alloc(32, 1).toString('base64'),
  'mail-url': 'smtps://user:secret@mail.example.hk:465',
  'smpp-url': '',
  'alert-url': 'https://alerts.example.hk/harbour',
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'harbour-deploy-'))
  for (const name of Object.keys(compose.secrets))
    writeFileSync(join(folder, name), SECRETS[name] ?? 'a-secret-of-this-test')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The environment of a service of ours: its file, filled in, and its own, with the secrets of this test. */
function environmentOf({ environment = {} }: Service): Record<string, string> {
  const shared = Object.fromEntries(
    [...textOf('deploy/harbour.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value || (name.startsWith('TWILIO_') ? 'AC123' : ''),
    ]),
  )
  const all = Object.entries({ ...shared, ...environment })
  return Object.fromEntries(all.map(([name, value]) => [name, value.replace(/^\/run\/secrets/, folder)]))
}

describe('compose.yaml', () => {
  test('has every role, two web nodes, and one job that prepares the database', () => {
    const roles = ours.flatMap(([, { environment }]) => environment?.HARBOUR_ROLES ?? [])
    expect(roles.toSorted()).toEqual(['encoder', 'web', 'web', 'worker'])
    expect(new Set(roles)).toEqual(new Set(ROLES))
    expect(compose.services.prepare?.command).toEqual(['migrate', '--prepare'])
    expect(ours.filter(([, { environment }]) => environment?.HARBOUR_PREPARE === '1').map(([name]) => name)).toEqual([
      'prepare',
    ])
  })

  test.each(ours)('%s has settings that this program knows and accepts', (_, service) => {
    expect(unknownSettings(Object.keys(service.environment ?? {}))).toEqual([])
    const config = readConfig(environmentOf(service))
    expect(config).toMatchObject({ NODE_ENV: 'production', HARBOUR_DEMO: false, MEDIA_STORE: 's3://harbour' })
    expect(config.DATABASE_URL).toBe(SECRETS['database-url'])
    expect(config.ALERT_URL).toBe(SECRETS['alert-url'])
  })

  test.each(services)('%s runs without root, capabilities and a file system of its own', (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    if (!service.environment?.NODE_ENV) expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(service.tmpfs?.some((one) => one.startsWith('/tmp:'))).toBe(true)
    if (!isOnce(service)) expect(service.healthcheck?.test[0]).toBe('CMD')
  })

  test.each(services)('%s names only secrets, networks, volumes and services that exist', (_, service) => {
    const secrets = Object.values(service.environment ?? {}).flatMap(
      (value) => value.match(/^\/run\/secrets\/(.+)/)?.[1] ?? [],
    )
    expect(service.secrets ?? []).toEqual(expect.arrayContaining(secrets))
    expect((service.secrets ?? []).filter((name) => !(name in compose.secrets))).toEqual([])
    expect((service.networks ?? []).filter((name) => !(name in compose.networks))).toEqual([])
    const volumes = (service.volumes ?? []).map((one) => one.split(':')[0]!)
    expect(volumes.filter((name) => !name.startsWith('./') && !(name in compose.volumes))).toEqual([])
    const needed = Object.entries(service.depends_on ?? {})
    for (const [name, { condition }] of needed) {
      const other = compose.services[name]!
      const isMet = condition === 'service_healthy' ? other.healthcheck !== undefined : isOnce(other)
      expect({ name, isMet }).toEqual({ name, isMet: true })
    }
  })

  test('no secret stands in it, and each is made by secrets.sh', () => {
    const written = services.flatMap(([, { environment = {} }]) =>
      Object.keys(environment).filter((name) => SECRET_NAMES.includes(name)),
    )
    expect(written).toEqual([])
    const made = join(folder, 'made')
    execFileSync('sh', ['deploy/secrets.sh', made], { encoding: 'utf8' })
    const missing = Object.values(compose.secrets).filter(
      ({ file }) => !existsSync(join(made, file.replace('secrets/', ''))),
    )
    expect(missing).toEqual([])
    const config = readConfig({
      MASTER_KEY_FILE: join(made, 'master-key'),
      DATABASE_URL_FILE: join(made, 'database-url'),
      METRICS_TOKEN_FILE: join(made, 'metrics-token'),
      MAIL_URL_FILE: join(made, 'mail-url'),
    })
    expect(config.MASTER_KEY).toHaveLength(32)
    expect(config.DATABASE_URL).toContain(textOf(join(made, 'database-password')))
    const key = textOf(join(made, 'master-key'))
    execFileSync('sh', ['deploy/secrets.sh', made], { encoding: 'utf8' })
    expect(textOf(join(made, 'master-key'))).toBe(key)
  })

  test('only nginx has ports, and the encoder reaches nothing but the database and the store', () => {
    const open = services.filter(([, service]) => 'ports' in service).map(([name]) => name)
    expect(open).toEqual(['edge'])
    expect(compose.networks.back?.internal).toBe(true)
    expect(compose.services.encoder?.networks).toEqual(['back'])
    expect(compose.services.database?.networks).toEqual(['back'])
  })

  test('a stop waits for the draining and the closing of a node', () => {
    const short = ours.filter(([, { environment, stop_grace_period: grace = '10s' }]) => {
      const drain = Number(environment?.DRAIN_SECONDS ?? 0)
      return Number(grace.replace('s', '')) <= drain + 18
    })
    expect(short.map(([name]) => name)).toEqual([])
  })
})

test.each(globSync('deploy/systemd/*.service'))('%s has settings that this program knows', (file) => {
  const lines = [...textOf(file).matchAll(/^#? *Environment=(.*)$/gm)].map(([, line = '']) => line)
  const names = lines.flatMap((line) => [...line.matchAll(/(?:^| )([A-Z][A-Z0-9_]*)=/g)].map(([, name = '']) => name))
  expect(unknownSettings(names.filter((name) => name !== 'TZ'))).toEqual([])
  expect(names.length).toBeGreaterThan(3)
})

test('the chart has settings and secrets that this program knows and accepts', () => {
  const values = parse(textOf('deploy/chart/values.yaml')) as {
    settings: Record<string, string>
    secretSettings: Record<string, string>
  }
  const templates = globSync('deploy/chart/templates/*').map(textOf).join('\n')
  const named = [...templates.matchAll(/- \{ name: ([A-Z][A-Z0-9_]+), value: (.*) \}$/gm)]
  expect(unknownSettings([...named.map(([, name = '']) => name), ...Object.keys(values.settings)])).toEqual([])
  expect(Object.keys(values.secretSettings).filter((name) => !SECRET_NAMES.includes(name))).toEqual([])
  // {{ .role }} is worker or encoder.
  const roles = named.filter(([, name]) => name === 'HARBOUR_ROLES').map(([, , value = '']) => value)
  expect(roles.filter((role) => role !== '{{ .role }}' && !ROLES.some((one) => one === role))).toEqual([])
  const secrets = Object.entries(values.secretSettings).map(([name, key]) => [`${name}_FILE`, join(folder, key)])
  expect(readConfig({ HOST: '0.0.0.0', ...values.settings, ...Object.fromEntries(secrets) })).toMatchObject({
    NODE_ENV: 'production',
    MEDIA_STORE: 's3://harbour',
  })
})

test('harbour.env.example has settings that this program knows, and no secret', () => {
  const names = namesIn('deploy/harbour.env.example')
  expect(unknownSettings(names)).toEqual([])
  expect(names.filter((name) => SECRET_NAMES.includes(name))).toEqual([])
})

test('the image copies what exists, sets what the program knows, and is not root', () => {
  const text = textOf('deploy/Containerfile')
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 64e6 }).split('\n')
  const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
  const missing = copied.filter((name) => !tracked.some((file) => file === name || file.startsWith(`${name}/`)))
  expect(missing).toEqual([])
  // A new configuration of the site's build would be missing there.
  expect(globSync('{vite,tsconfig}.*').filter((name) => !copied.includes(name))).toEqual([])
  const [, line = ''] = /^ENV (.*)$/m.exec(text)!
  const names = line.split(' ').map((pair) => pair.split('=')[0]!)
  expect(unknownSettings(names.filter((name) => name !== 'TZ'))).toEqual([])
  expect(text).toMatch(/^USER 10001:10001$/m)
  expect(text.indexOf('\nUSER ')).toBeLessThan(text.indexOf('\nENTRYPOINT '))
})

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

interface Alert {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
const { groups } = parse(textOf('deploy/prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] }

test.each(groups.flatMap(({ rules }) => rules))(
  '$alert has its section of the runbook',
  ({ alert, labels, annotations }) => {
    expect(labels.severity).toMatch(/^(page|ticket)$/)
    expect(annotations.summary).not.toBe('')
    const [file = '', anchor] = annotations.runbook.split('#')
    const headings = [...textOf(file).matchAll(/^### (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
    expect(headings).toContain(anchor)
    expect(anchor).toBe(anchorOf(alert))
  },
)

test('the runbook has no section of an alarm that is not raised', () => {
  const headings = [...textOf('docs/operations/alarms.md').matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)
  expect(headings.toSorted()).toEqual(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).toSorted())
})
