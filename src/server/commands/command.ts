import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { operatorActor } from '#server/domains/audit/index.ts'

export interface ArgumentKind<T> {
  /** Stands for the value in the help. */
  readonly shown: string
  /** Completes "--days must be …". */
  readonly mustBe: string
  /** @returns undefined for a text of another kind */
  readonly read: (text: string) => T | undefined
}

interface Positional {
  readonly kind: ArgumentKind<unknown>
  readonly shown?: string
  readonly multiple?: true
  readonly optional?: true
}

interface ValueOption {
  readonly kind: ArgumentKind<unknown>
  readonly help: string
  readonly required?: true
  /** The text that stands for an option that is not given. */
  readonly fallback?: string
  /** May be repeated, or list several between commas as well. */
  readonly multiple?: 'repeated' | 'listed'
  /** Another option, without which this one means nothing. */
  readonly needs?: string
}

interface FlagOption {
  readonly kind: 'flag'
  readonly help: string
}

type Option = ValueOption | FlagOption

interface Action {
  readonly help: string
  /** Arguments without a name, in their order. Each is required, but for a last one that is optional. */
  readonly positionals?: Readonly<Record<string, Positional>>
  /** By their names in camel case: `dryRun` is `--dry-run`. */
  readonly options?: Readonly<Record<string, Option>>
  /** Options of which exactly one is given. */
  readonly exactlyOne?: readonly string[]
  /** It is written to the audit log: it takes `--operator`, and `--reason` unless the command knows the reason. */
  readonly audited?: 'reason required' | 'reason known' | { readonly reason: string }
}

/** A verb of the command line. Its actions by name (`staff import`); '' is the action of a command that has one. */
export interface Command {
  readonly name: string
  readonly actions: Readonly<Record<string, Action>>
  readonly notes?: string
}

type ReadBy<A> = A extends { readonly kind: ArgumentKind<infer T> } ? T : never
type PositionalValue<A> = A extends { readonly multiple: true }
  ? readonly ReadBy<A>[]
  : A extends { readonly optional: true }
    ? ReadBy<A> | undefined
    : ReadBy<A>
type OptionValue<A> = A extends { readonly kind: 'flag' }
  ? boolean
  : A extends { readonly multiple: string }
    ? readonly ReadBy<A>[]
    : A extends { readonly required: true } | { readonly fallback: string }
      ? ReadBy<A>
      : ReadBy<A> | undefined
type Audited<A> = A extends { readonly audited: infer R }
  ? { readonly actor: string } & (R extends 'reason known' ? {} : { readonly reason: string })
  : {}
type PositionalsOf<A> = A extends { readonly positionals: infer W }
  ? { readonly [K in keyof W]: PositionalValue<W[K]> }
  : {}
type OptionsOf<A> = A extends { readonly options: infer O } ? { readonly [K in keyof O]: OptionValue<O[K]> } : {}
type NameOf<K> = K extends '' ? {} : { readonly action: K }
type Flat<T> = { [K in keyof T]: T[K] }

/** The arguments of a command, as its actions declare them. */
export type Arguments<C extends Command> = {
  [K in keyof C['actions']]: Flat<
    NameOf<K> & PositionalsOf<C['actions'][K]> & OptionsOf<C['actions'][K]> & Audited<C['actions'][K]>
  >
}[keyof C['actions']]

/** Arguments that a command does not take, with a sentence for each. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly problems: readonly string[]
  readonly usage: string

  constructor(problems: readonly string[], usage: string) {
    super(`${problems.join('\n')}\n\n${usage}`)
    this.problems = problems
    this.usage = usage
  }
}

export const defineCommand = <const C extends Command>(command: C): C => command

/** Runs a command with its arguments. @returns the exit code: that of `work`, 2 for wrong arguments, 0 for `--help` */
export async function runCommand<C extends Command>(
  command: C,
  args: readonly string[],
  work: (given: Arguments<C>) => Promise<number>,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usageOf(command))
    return 0
  }
  try {
    return await work(readArguments(command, args))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    for (const problem of error.problems) console.error(problem)
    console.error(error.usage)
    return 2
  }
}

/**
 * Reads the arguments of a command.
 * `check`: what else may be wrong with them, where what could not be read is undefined.
 * @throws UsageError with every problem
 */
export function readArguments<C extends Command>(
  command: C,
  args: readonly string[],
  check: (given: Arguments<C>) => readonly string[] = () => [],
): Arguments<C> {
  const { values, positionals } = parse(command, args)
  const name = actionOf(command, positionals)
  const chosen = { command, name, action: command.actions[name]! }
  const problems: string[] = []
  const given = {
    ...(name !== '' && { action: name }),
    ...readPositionals(chosen, positionals.slice(name === '' ? 0 : name.split(' ').length), problems),
    ...readOptions(chosen, values, problems),
  } as Arguments<C>
  problems.push(...check(given))
  if (problems.length > 0) throw new UsageError(problems, usageOf(command))
  return given
}

interface Chosen {
  readonly command: Command
  readonly name: string
  readonly action: Action
}

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>

function parse(command: Command, args: readonly string[]): { values: Values; positionals: readonly string[] } {
  const declared = Object.values(command.actions).flatMap((action) => Object.entries(optionsOf(action)))
  const options = Object.fromEntries(
    declared.map(([name, option]) => {
      if (option.kind === 'flag') return [kebab(name), { type: 'boolean' as const }]
      return [kebab(name), { type: 'string' as const, multiple: option.multiple !== undefined }]
    }),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true })
    return { values, positionals }
  } catch (error) {
    throw new UsageError([(error as Error).message.replace(/\. To specify a positional.*/s, '.')], usageOf(command))
  }
}

/** The action with the longest name that the arguments begin with. @throws UsageError */
function actionOf(command: Command, positionals: readonly string[]): string {
  const names = Object.keys(command.actions).toSorted((one, other) => other.length - one.length)
  const found = names.find(
    (name) => name === '' || name.split(' ').every((positional, at) => positional === positionals[at]),
  )
  if (found !== undefined) return found
  const known = Object.keys(command.actions).join(', ')
  const problem = positionals[0] === undefined ? `Say what to do: ${known}.` : `${positionals[0]} is none of ${known}.`
  throw new UsageError([problem], usageOf(command))
}

function readPositionals({ command, action }: Chosen, positionals: readonly string[], problems: string[]): object {
  const declared = Object.entries(action.positionals ?? {})
  const isOpen = declared.some(([, { multiple }]) => multiple)
  const extra = isOpen ? [] : positionals.slice(declared.length)
  if (extra.length > 0) {
    const takesNothing = declared.length === 0 && Object.keys(command.actions)[0] === '' && !action.options
    const got = extra.join(takesNothing ? ' ' : ', ')
    problems.push(takesNothing ? `npm run ${command.name} takes no arguments (got ${got}).` : `Remove ${got}.`)
  }
  return Object.fromEntries(
    declared.map(([name, positional], at) => {
      const shown = shownPositional(name, positional)
      if (positional.multiple)
        return [name, positionals.slice(at).map((text) => valueOf({ shown, kind: positional.kind }, text, problems))]
      const text = positionals[at]
      if (text === undefined && !positional.optional) problems.push(`${shown} is missing.`)
      return [name, text === undefined ? undefined : valueOf({ shown, kind: positional.kind }, text, problems)]
    }),
  )
}

function readOptions({ command, name, action }: Chosen, values: Values, problems: string[]): object {
  const options = optionsOf(action)
  const isGiven = (one: string) => values[kebab(one)] !== undefined
  for (const one of Object.keys(values))
    if (!Object.keys(options).some((known) => kebab(known) === one))
      problems.push(`npm run ${command.name} -- ${name} takes no --${one}.`)
  const { exactlyOne } = action
  if (exactlyOne && exactlyOne.filter(isGiven).length !== 1)
    problems.push(`Give one of ${exactlyOne.map((one) => `--${kebab(one)}`).join(', ')}.`)
  const read = Object.entries(options).map(([key, option]) => {
    if (option.kind !== 'flag' && option.needs && isGiven(key) && !isGiven(option.needs))
      problems.push(`--${kebab(key)} needs --${kebab(option.needs)}.`)
    return [key, optionValue({ shown: `--${kebab(key)}`, option }, values[kebab(key)], problems)] as const
  })
  const given = Object.fromEntries(read)
  if (!action.audited) return given
  const { operator, ...others } = given
  return { ...others, actor: operatorActor((operator as string) ?? userInfo().username) }
}

function optionValue(
  { shown, option }: { shown: string; option: Option },
  value: Values[string],
  problems: string[],
): unknown {
  if (option.kind === 'flag') return value === true
  const { kind, multiple, required, fallback } = option
  if (multiple) {
    const given = (value ?? []) as readonly string[]
    const texts =
      multiple === 'listed' ? given.flatMap((one) => one.split(',')).filter((one) => one.trim() !== '') : given
    return texts.map((one) => valueOf({ shown, kind }, one.trim(), problems))
  }
  const text = (value as string | undefined) ?? fallback
  if (text !== undefined) return valueOf({ shown, kind }, text, problems)
  if (required) problems.push(`${shown} is required.`)
  return undefined
}

function valueOf(
  { shown, kind }: { shown: string; kind: ArgumentKind<unknown> },
  text: string,
  problems: string[],
): unknown {
  const value = kind.read(text.trim())
  if (value === undefined) problems.push(`${shown} must be ${kind.mustBe} (got ${text}).`)
  return value
}

function optionsOf({ options = {}, audited }: Action): Readonly<Record<string, Option>> {
  if (!audited) return options
  const reason: ValueOption = {
    kind: text,
    help: 'why, for the audit log',
    ...(audited === 'reason required'
      ? { required: true }
      : typeof audited === 'object' && { fallback: audited.reason }),
  }
  const operator: ValueOption = { kind: text, help: 'who does it: the account of this computer by default' }
  return { ...options, ...(audited !== 'reason known' && { reason }), operator }
}

/** More optional options than this are not in the line of an action. */
const SHOWN_OPTIONS = 3

/** The help of a command, made from what its actions declare. */
export function usageOf({ name, actions, notes }: Command): string {
  const entries = Object.entries(actions)
  const lines = entries.map(([action, of]) => {
    const positionals = Object.entries(of.positionals ?? {}).map(([key, positional]) =>
      shownPositional(key, positional),
    )
    const line = [`npm run ${name}`, ...[action, ...positionals, ...shownOptions(of)].filter((part) => part !== '')]
    return [line.length > 1 ? [line[0], '--', ...line.slice(1)].join(' ') : line[0]!, of.help] as const
  })
  const [first] = lines
  const heads =
    entries.length === 1 && first
      ? [`Usage: ${first[0]}`, '', first[1]]
      : ['Usage:', ...lines.flatMap(([line, help]) => [`  ${line}`, `      ${help}`])]
  const options = new Map(entries.flatMap(([, of]) => Object.entries(optionsOf(of))))
  const width = Math.max(0, ...[...options.keys()].map((key) => kebab(key).length))
  const described = [...options].map(([key, option]) => `  --${kebab(key).padEnd(width)}  ${helpOf(option)}`)
  return [...heads, ...(described.length > 0 ? ['', ...described] : []), ...(notes ? ['', notes] : [])].join('\n')
}

function shownOptions(action: Action): string[] {
  const { exactlyOne = [] } = action
  const all = Object.entries(optionsOf(action)).filter(([key]) => !exactlyOne.includes(key) && key !== 'operator')
  const isRequired = (option: Option) => option.kind !== 'flag' && option.required
  const required = all.filter(([, option]) => isRequired(option)).map(([key, option]) => shownOption(key, option))
  const optional = all
    .filter(([, option]) => !isRequired(option))
    .map(([key, option]) => `[${shownOption(key, option)}]`)
  const one = exactlyOne.map((key) => shownOption(key, action.options![key]!)).join(' | ')
  return [one, ...required, ...(optional.length > SHOWN_OPTIONS ? ['[options]'] : optional)]
}

const shownOption = (key: string, { kind }: Option): string =>
  kind === 'flag' ? `--${kebab(key)}` : `--${kebab(key)} ${kind.shown}`

const shownPositional = (name: string, { shown = `<${name}>` }: Positional): string => shown

function helpOf(option: Option): string {
  if (option.kind === 'flag' || option.fallback === undefined) return option.help
  return `${option.help} (${option.fallback} by default)`
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const text: ArgumentKind<string> = {
  shown: '<text>',
  mustBe: 'a text',
  read: (given) => (given === '' ? undefined : given),
}

export const named = (shown: string): ArgumentKind<string> => ({ ...text, shown })

export const oneOf = <const T extends string>(choices: readonly T[]): ArgumentKind<T> => ({
  shown: choices.join('|'),
  mustBe: `one of ${choices.join(', ')}`,
  read: (given) => choices.find((choice) => choice === given),
})

export const wholeNumber = ({ min, max = 999_999 }: { min: number; max?: number }): ArgumentKind<number> => ({
  shown: '<number>',
  mustBe: `a whole number from ${min}${max === 999_999 ? '' : ` to ${max}`}`,
  read: (given) =>
    /^\d{1,6}$/.test(given) && Number(given) >= min && Number(given) <= max ? Number(given) : undefined,
})

/** Hong Kong dollars, in cents: `98` or `98.00` → 9800. */
export const dollars: ArgumentKind<number> = {
  shown: '<dollars>',
  mustBe: 'dollars, with two decimals or none',
  read: (given) => {
    const [, whole, cents = '0'] = /^(0|[1-9]\d{0,6})(?:\.(\d\d))?$/.exec(given) ?? []
    return whole === undefined ? undefined : Number(whole) * 100 + Number(cents)
  },
}

export const mobileNumber: ArgumentKind<string> = {
  shown: '+85291234567',
  mustBe: 'a mobile number of Hong Kong or Macau, such as +85291234567',
  read: (given) => (/^\+85[23]\d{8}$/.test(given) ? given : undefined),
}
