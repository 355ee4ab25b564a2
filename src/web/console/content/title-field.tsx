import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { list } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { Language } from '#contract/languages.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { type FieldProps, FieldNotes } from '#web/ui/form/field.tsx'
import { useRead } from '../client/use-read.ts'
import { useShellText } from '../shell/shell-text.ts'
import { Combobox } from '../widgets/combobox.tsx'
import styles from './content.module.css'

export type TitleNames = Readonly<Record<string, Readonly<Record<Language, string>>>>

const FOUND_MAX = 20

/** Titles that the server finds, by name or id. */
export function useTitleSearch() {
  const { language } = useCallContext()
  const [text, setText] = useState('')
  const found = useRead(list, { filter: { text }, limit: FOUND_MAX }, { enabled: text !== '' })
  const rows = text === '' ? [] : found.data?.list
  const choices = rows?.map(({ programId, title }) => ({
    key: programId,
    value: { programId, title },
    label: title[language] || title.zh_HK,
    note: programId,
  }))
  return { choices, setText }
}

type TitleFieldProps = FieldProps & {
  label: ReactNode
  hint?: string
  /** Of the titles that the record names, by field and by id. */
  names: TitleNames
  isOptional?: boolean | undefined
}

/** A title of the catalogue: found by its name, kept by its id. */
export function TitleField({ label, hint, names, name, value, error, isOptional, onChange }: TitleFieldProps) {
  const text = useText('consoleContent')
  const shell = useShellText()
  const { language } = useCallContext()
  const id = useId()
  const { choices, setText } = useTitleSearch()
  const [picked, setPicked] = useState<TitleNames>({})
  const [first] = useState(value)
  // The field that held the focus is gone.
  const box = useRef<HTMLDivElement>(null)
  const hasChanged = useRef(false)
  useLayoutEffect(() => {
    if (hasChanged.current) box.current?.querySelector<HTMLElement>('button, input')?.focus()
    hasChanged.current = false
  })
  const change = (programId: string) => {
    hasChanged.current = true
    onChange(programId)
  }
  const title = picked[value] ?? names[value] ?? (value === first ? names[name] : undefined)
  return (
    <div className={styles.wide} ref={box}>
      <span className={styles.fieldName}>{label}</span>
      {value ? (
        <span className={styles.picked} data-wrong={error ? '' : undefined}>
          <span>
            <strong>{title?.[language] ?? value}</strong> <small>{value}</small>
          </span>
          <Button look="text" size="s" onClick={() => change('')}>
            {isOptional ? text.remove : text.change}
          </Button>
        </span>
      ) : (
        <Combobox
          label={text.findTitle}
          choices={choices}
          onSearch={setText}
          onPick={({ programId, title: found }) => {
            setPicked({ ...picked, [programId]: found })
            change(programId)
          }}
          texts={{ none: text.noTitle, results: text.titlesFound, loading: shell.loading }}
        />
      )}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
