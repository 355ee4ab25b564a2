import { readFileSync } from 'node:fs'
import {
  type Contradiction,
  contradictions,
  type GivenConfig,
  RENAMED_SETTINGS,
  renamedSettings,
} from './config.rules.ts'
import { type Config, schema } from './config.schema.ts'

export type { Config, Settings } from './config.schema.ts'

export const CONFIG_NAMES: readonly string[] = Object.keys(schema.shape)

export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * An empty variable counts as not set.
 * @throws ConfigError naming every problem: former names, invalid variables, then contradictions
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, renamed = RENAMED_SETTINGS): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const { given, unreadable } = readSecretFiles(set)
  const former = renamedSettings(given, renamed)
  const settings = { NODE_ENV: defaultMode(given), ...given }
  const parsed = schema.safeParse(settings)
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ name: String(path[0]), message }))
  const values = parsed.success ? parsed.data : validSettings(settings, new Set(wrong.map(({ name }) => name)))
  const problems = [...wrong, ...contradictions(values).filter(({ name }) => !wrong.some((one) => one.name === name))]
  if (parsed.success && problems.length + former.length + unreadable.length === 0) return parsed.data
  throw new ConfigError([...former, ...unreadable, ...problems.map((problem) => say(problem, given[problem.name]))])
}

const SECRET = /KEY|TOKEN|SECRET|DATABASE_(\w+_)?URL|SMPP_URL|MAIL_URL|ALERT_URL|OTLP_HEADERS/

/** These may be in a file that `NAME_FILE` names. */
export const SECRET_NAMES: readonly string[] = CONFIG_NAMES.filter((name) => SECRET.test(name))

/** `MASTER_KEY_FILE` names the file with MASTER_KEY, as orchestrators give secrets. An empty file counts as not set. */
function readSecretFiles(set: Readonly<Record<string, string | undefined>>) {
  const given = { ...set }
  const unreadable: string[] = []
  for (const name of SECRET_NAMES) {
    const file = set[`${name}_FILE`]
    if (file === undefined) continue
    if (set[name] !== undefined) unreadable.push(`${name} and ${name}_FILE are both set; set one of them`)
    try {
      const secret = readFileSync(file, 'utf8').trim()
      if (secret !== '') given[name] = secret
    } catch (error) {
      unreadable.push(`${name}_FILE cannot be read: ${(error as Error).message}`)
    }
  }
  return { given, unreadable }
}

const defaultMode = ({ HARBOUR_TEST, HARBOUR_SANDBOX }: Record<string, string | undefined>): string =>
  HARBOUR_TEST === '1' ? 'test' : HARBOUR_SANDBOX === '1' ? 'development' : 'production'

function validSettings(settings: Record<string, string | undefined>, wrong: ReadonlySet<string>): GivenConfig {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    wrong.has(name) ? 'unknown' : field.parse(settings[name]),
  ])
  return Object.fromEntries(fields) as GivenConfig
}

function say({ name, message }: Contradiction, found: string | undefined): string {
  const state = found === undefined ? 'is not set' : SECRET.test(name) ? 'is malformed' : `is ${JSON.stringify(found)}`
  return `${name} ${state}; it must be ${message}`
}
