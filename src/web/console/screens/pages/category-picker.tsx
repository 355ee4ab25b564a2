import { useCallback, useState } from 'react'
import { categories, type NamedTitle, type PageCategory } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { type Choice, Combobox } from '../../widgets/combobox.tsx'
import { useLocalized } from './page-context.ts'

interface CategoryPickerProps {
  label: string
  /** Are not offered. */
  chosen: readonly string[]
  onPick: (category: PageCategory, titles: readonly NamedTitle[]) => void
}

/** Lists that exist, by name, with the tabs that have them. */
export function CategoryPicker({ label, chosen, onPick }: CategoryPickerProps) {
  const text = useText('consolePages')
  const shell = useShellText()
  const localized = useLocalized()
  const [typed, setTyped] = useState('')
  const search = useCallback((next: string) => setTyped(next), [])
  const { data } = useRead(categories, { text: typed })
  const choices = data?.list
    .filter(({ category }) => !chosen.includes(category.categoryId))
    .map(({ category, tabs }): Choice<PageCategory> => ({
      key: category.categoryId,
      value: category,
      label: localized(category.title),
      note: tabs.length > 0 ? text.onTabs(tabs.length) : text.onNoTab,
    }))
  return (
    <Combobox
      label={label}
      choices={choices}
      onSearch={search}
      onPick={(category) => onPick(category, data?.titles ?? [])}
      texts={{ none: text.noResults, results: text.results, loading: shell.loading }}
    />
  )
}
