import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatMoney } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '../shell/shell-text.ts'
import styles from './changes.module.css'

type Data = Readonly<Record<string, unknown>>

export const asData = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {}

/** The name under which `console-actions` has an action or a subject of several words: `changeRoles`. */
export const textKey = (name: string): string => name.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

/** The other way round: `change roles`. */
export const actionOfKey = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The audit log names an operator `operator:Chan Siu Ming`. */
export const actorName = (actor: string): string => actor.replace(/^operator:/, '')

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** A value in words: roles by their names, instants in Hong Kong time. */
export function useFormatValue(): (value: unknown, name?: string) => string {
  const text = useShellText()
  const { requests, values } = useText('consoleActions')
  const { language } = useCallContext()
  const roles: Readonly<Record<string, string>> = text.roles
  const format = (value: unknown, name = ''): string => {
    if (typeof value === 'number' && name.endsWith('Cents')) return formatMoney(value, language)
    if (value === null || value === undefined || value === '') return text.none
    if (typeof value === 'boolean') return value ? text.yes : text.no
    if (typeof value === 'number') return String(value)
    if (Array.isArray(value)) return value.map((one) => format(one)).join(text.comma) || text.none
    if (typeof value !== 'string') return JSON.stringify(value)
    if (INSTANT.test(value)) return text.hongKong(formatInstant(value, language))
    return roles[value] ?? requests[value] ?? values[value] ?? value
  }
  return format
}

/** Each field by name: what the call carries, exactly. */
export function Facts({ data }: { data: Data }) {
  const { fields } = useText('consoleActions')
  const format = useFormatValue()
  return (
    <dl className={styles.facts}>
      {Object.entries(data).map(([name, value]) => (
        <div key={name}>
          <dt>{fields[name] ?? name}</dt>
          <dd>{format(value, name)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ChangedFieldsProps {
  before: unknown
  after: unknown
  isShort?: boolean
}

/** What a field was and became, by sign as well as by colour. */
export function ChangedFields({ before, after, isShort }: ChangedFieldsProps) {
  const { fields } = useText('consoleActions')
  const format = useFormatValue()
  const [was, is] = [asData(before), asData(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const shown = isShort ? names.slice(0, 2) : names
  if (shown.length === 0) return null
  return (
    <ul className={isShort ? styles.short : styles.changed}>
      {shown.map((name) => (
        <li key={name}>
          <span className={styles.name}>{fields[name] ?? name}</span>
          {name in was ? <del className={styles.was}>− {format(was[name], name)}</del> : null}
          {name in is ? <ins className={styles.is}>+ {format(is[name], name)}</ins> : null}
        </li>
      ))}
      {names.length > shown.length ? <li>…</li> : null}
    </ul>
  )
}
