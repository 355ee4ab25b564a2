import { useCallback, useState } from 'react'
import { tags as findTags, type TitleContent } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { type Choice, Combobox } from '../../widgets/combobox.tsx'
import { Chips } from './chips.tsx'
import { NamesDialog, namesOf } from './names-dialog.tsx'

export type Tag = TitleContent['tags'][number]

interface TagsFieldProps {
  label: string
  addLabel: string
  tags: readonly Tag[]
  onChange: (change: (now: readonly Tag[]) => Tag[]) => void
  /** Known ones alone. */
  isClosed?: boolean
  isReadOnly?: boolean
}

/** Tags that are known, and new ones, which are named in both languages. */
export function TagsField({ label, addLabel, tags, onChange, isClosed = false, isReadOnly = false }: TagsFieldProps) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { language } = useCallContext()
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState<string>()
  const { data } = useRead(findTags, { text: typed }, { enabled: !isReadOnly })
  const search = useCallback((next: string) => setTyped(next), [])
  const chosen = new Set(tags.map(({ tagId }) => tagId))
  const isKnown = data?.list.some(({ name }) => name.zh_HK === typed || name.en_US === typed) ?? true
  const found: Choice<Tag | undefined>[] = (data?.list ?? [])
    .filter(({ tagId }) => !chosen.has(tagId))
    .map((tag) => ({ key: tag.tagId, value: tag, label: tag.name[language] }))
  const fresh = { key: 'new', value: undefined, label: text.newTag(typed) }
  const add = (tag: Tag) => onChange((now) => [...now.filter(({ tagId }) => tagId !== tag.tagId), tag])
  return (
    <>
      <Chips
        label={label}
        items={tags}
        keyOf={({ tagId }) => tagId}
        nameOf={({ name }) => name[language]}
        onChange={(next) => onChange(() => next)}
      />
      <Combobox<Tag | undefined>
        label={addLabel}
        choices={data ? (typed === '' || isKnown || isClosed ? found : [...found, fresh]) : undefined}
        onSearch={search}
        onPick={(tag) => (tag ? add(tag) : setAdded(typed))}
        texts={{ none: text.noResults, results: text.results, loading: shell.loading }}
      />
      {added === undefined ? null : (
        <NamesDialog
          title={text.tagName}
          note={text.tagNameText}
          names={namesOf(added)}
          label={text.add}
          onClose={() => setAdded(undefined)}
          submit={async (name) => {
            add({ tagId: crypto.randomUUID(), name })
            setAdded(undefined)
          }}
        />
      )}
    </>
  )
}
