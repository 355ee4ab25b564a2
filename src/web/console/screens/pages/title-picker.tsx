import { useCallback, useState } from 'react'
import { list as listTitles } from '#contract/admin/titles.ts'
import type { NamedTitle } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { type Choice, Combobox } from '../../widgets/combobox.tsx'
import { useLocalized, usePage } from './page-context.ts'
import styles from './pages.module.css'

interface TitlePickerProps {
  label: string
  /** Are not offered. */
  chosen: readonly string[]
  onPick: (programId: string) => void
}

/** Titles by name; those that were never published are not offered. */
export function TitlePicker({ label, chosen, onPick }: TitlePickerProps) {
  const text = useText('consolePages')
  const shell = useShellText()
  const localized = useLocalized()
  const { addTitles } = usePage()
  const [typed, setTyped] = useState('')
  const search = useCallback((next: string) => setTyped(next), [])
  const filter = typed === '' ? {} : { text: typed }
  const { data } = useRead(listTitles, { filter, limit: 30 })
  const choices = data?.list
    .filter(({ programId, version }) => version > 0 && !chosen.includes(programId))
    .map((title): Choice<NamedTitle> => ({
      key: title.programId,
      value: title,
      label: localized(title.title),
      note: title.programId,
      face: <Poster title={title} />,
    }))
  return (
    <Combobox
      label={label}
      choices={choices}
      onSearch={search}
      onPick={({ programId, title, keyart }) => {
        addTitles([{ programId, title, keyart }])
        onPick(programId)
      }}
      texts={{ none: text.noResults, results: text.results, loading: shell.loading }}
    />
  )
}

/** Beside the name of its title. */
export const Poster = ({ title }: { title: Pick<NamedTitle, 'keyart'> | undefined }) => (
  <span className={styles.poster}>
    {title?.keyart ? <ResponsiveImage src={`/i/${title.keyart}`} alt="" sizes="32px" to={160} /> : null}
  </span>
)
