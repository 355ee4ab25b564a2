import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROLES, type Role } from '#contract/admin/endpoint.ts'
import { displayPath } from './accounts.file.ts'
import { newTotpSecret, type Operators, typedKeyOf } from '#server/domains/operators/index.ts'

/** A demo operator of one role, with what they sign in with. */
export interface DemoOperator {
  readonly email: string
  readonly role: Role
  readonly password: string
  /** Of the authenticator app, in base32. */
  readonly totpKey: string
}

const NAMES: Readonly<Record<Role, string>> = {
  catalogue: 'Demo Catalogue',
  care: 'Demo Care',
  finance: 'Demo Finance',
  administrator: 'Demo Administrator',
}

const fileIn = (dataDir: string): string => join(dataDir, 'demo-operators.json')

export interface OperatorsSeed {
  readonly operators: Operators
  readonly dataDir: string
}

const DEMO = { actor: 'system', reason: 'the demo' } as const

/** Makes one operator a role, unless there are operators already. */
export async function seedOperators({ operators, dataDir }: OperatorsSeed): Promise<void> {
  if (await operators.exist()) return
  const made: DemoOperator[] = []
  for (const role of ROLES) {
    const [email, password, secret] = [`${role}@demo.invalid`, randomBytes(12).toString('base64url'), newTotpSecret()]
    await operators.people.createByCommand({ email, name: NAMES[role], roles: [role] }, DEMO)
    const { list } = await operators.people.list({ filter: { text: email }, sort: 'name', limit: 1 })
    await operators.credentials.setForDemo(list[0]!.operatorId, { password, secret })
    made.push({ email, role, password, totpKey: typedKeyOf(secret) })
  }
  const file = fileIn(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Empty without the file, or if it is invalid. */
export async function readDemoOperators(dataDir: string): Promise<DemoOperator[]> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as DemoOperator[]
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Lines that list the operators when the service is ready. */
export function demoOperatorLines(dataDir: string, operators: readonly DemoOperator[], url: string): string[] {
  if (operators.length === 0) return []
  const rows = operators.map(({ email, password, totpKey, role }) => [email, password, totpKey, role])
  const table = [['e-mail', 'password', 'key for an authenticator app', 'role'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)))
  return [
    '',
    `Operators’ console, on this computer only: ${url}/console/ (saved in ${displayPath(fileIn(dataDir))}):`,
    ...table.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`),
  ]
}
