import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { AreaCode } from '#contract/fields.ts'

/** Demo accounts by kind, in the order in which they are listed. */
export const DEMO_KINDS = {
  plain: 'a new member',
  partner: "a telecom partner's member, with vouchers and cinema tickets",
  kids: 'a family with a kids profile',
  history: 'a member with a list and unfinished titles, and a verified e-mail',
  plan: 'a member with a monthly plan',
  movie6: 'a member of movie6, with credits',
} as const
export type DemoKind = keyof typeof DEMO_KINDS

/** A demo account with its credentials. */
export type DemoAccount = {
  kind: DemoKind
  areaCode: AreaCode
  mobileno: string
  password: string
  parentalCode: string
  /** Its ratings and comments have been written. */
  hasOpinions?: boolean
}

const fileIn = (dataDir: string): string => join(dataDir, 'demo-accounts.json')

/** Reads the demo accounts; empty without the file, or if it is invalid. */
export async function readDemoAccounts(dataDir: string): Promise<DemoAccount[]> {
  try {
    const parsed: unknown = JSON.parse(await readFile(fileIn(dataDir), 'utf8'))
    return Array.isArray(parsed) ? parsed.filter(isDemoAccount) : []
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const isDemoAccount = (value: unknown): value is DemoAccount => {
  const { kind, ...texts } = { ...(value as Partial<DemoAccount> | null) }
  const { areaCode, mobileno, password, parentalCode } = texts
  return (
    kind !== undefined &&
    Object.hasOwn(DEMO_KINDS, kind) &&
    [areaCode, mobileno, password, parentalCode].every((text) => typeof text === 'string')
  )
}

/** Stores the accounts, readable by the owner only. The file is replaced atomically. */
export async function writeDemoAccounts(dataDir: string, accounts: readonly DemoAccount[]): Promise<void> {
  const file = fileIn(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Deletes the file. */
export const dropDemoAccounts = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true })

/** Lines that list the accounts when the service is ready. */
export function demoAccountLines(dataDir: string, accounts: readonly DemoAccount[]): string[] {
  if (accounts.length === 0) return []
  const rows = accounts.map(({ kind, areaCode, mobileno, password, parentalCode }) => [
    `+${areaCode} ${mobileno.slice(0, 4)} ${mobileno.slice(4)}`,
    password,
    parentalCode,
    DEMO_KINDS[kind],
  ])
  const table = [['mobile number', 'password', 'parental code', 'account'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)))
  return [
    '',
    `Demo accounts, on this computer only, with their initial passwords (saved in ${displayPath(fileIn(dataDir))}):`,
    ...table.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`),
  ]
}

/** As it is seen from here. */
export const displayPath = (file: string): string => {
  const relativePath = relative('.', file)
  return relativePath.startsWith('..') ? file : relativePath
}
