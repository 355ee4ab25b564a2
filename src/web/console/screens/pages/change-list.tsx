import type { NamedTitle, PageChange } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { useLocalized } from './page-context.ts'
import styles from './pages.module.css'

const SIGNS = { added: '+', removed: '−', changed: '✎', moved: '↕' } as const

interface ChangeListProps {
  label: string
  changes: readonly PageChange[]
  titles: ReadonlyMap<string, NamedTitle>
  isShort?: boolean
}

/** What a publication changes, each by name; by sign and word as well as by colour. */
export function ChangeList({ label, changes, titles, isShort }: ChangeListProps) {
  const text = useText('consolePages')
  const shell = useShellText()
  const localized = useLocalized()
  const fields: Readonly<Record<string, string>> = text.fields
  const sayName = (name: PageChange['name']) => {
    const title = titles.get(name.zh_HK)
    return localized(title ? title.title : name) || text.unnamed
  }
  const shown = isShort ? changes.slice(0, 6) : changes
  return (
    <ul className={styles.changes} aria-label={label}>
      {shown.map(({ part, id, name, change, fields: changed }) => (
        <li key={`${part} ${id} ${change}`} data-change={change}>
          <span aria-hidden="true">{SIGNS[change]}</span>
          {text.changeOf[part][change](sayName(name))}
          {changed.length > 0 && !isShort ? (
            <small>{changed.map((field) => fields[field] ?? field).join(shell.comma)}</small>
          ) : null}
        </li>
      ))}
      {changes.length > shown.length ? <li>{text.moreChanges(changes.length - shown.length)}</li> : null}
    </ul>
  )
}
